"""What a site cannot do with its settings, and which setting changes that."""

from urllib.parse import urlsplit

from nomarch.people.appointed import has_moderators
from nomarch.storage.store import Store
from nomarch.web.operations import push
from nomarch.web.operations.settings import Settings
from nomarch.web.site.docs_site import find_docs


def features_off(settings: Settings, store: Store) -> list[str]:
    """Return a line for each feature that is off, with the setting that turns it on."""
    url = urlsplit(settings.public_url)
    is_safe = url.scheme == "https" or url.hostname == "localhost"
    checks = [
        (
            settings.mail.is_configured,
            "names claimed by mail, notifications by mail",
            "set NOMARCH_SMTP and NOMARCH_MAIL_FROM",
        ),
        (
            is_safe,
            f"names claimed by passkey, except at {Settings(port=settings.port).origin}"
            if not url.netloc
            else "names claimed by passkey",
            "set --public-url (NOMARCH_PUBLIC_URL) to the site's https address",
        ),
        (
            not settings.mail.is_configured or bool(url.netloc),
            "notifications by mail",
            "set --public-url (NOMARCH_PUBLIC_URL)",
        ),
        (push.is_available(), "push notifications", "pip install 'nomarch[push]'"),
        (
            bool(settings.appointments) or has_moderators(store),
            "reports of players: nobody decides about them",
            "set NOMARCH_MODERATORS, or use 'nomarch admin role'",
        ),
        (find_docs(settings.docs) is not None, "documentation at /docs", "set NOMARCH_DOCS"),
        (settings.bots, "bots in this process", "leave out --no-bots, or run 'nomarch bots'"),
        (settings.https or url.scheme != "https", "cookies for https only", "set --https"),
        (
            not settings.https or bool(settings.proxies),
            "limits by client: everyone behind the proxy counts as one",
            "set --proxy ADDRESS",
        ),
        (bool(settings.metrics_token), "metrics for other machines", "set NOMARCH_METRICS_TOKEN"),
    ]
    return [f"{name}. To turn on: {how}." for is_on, name, how in checks if not is_on]
