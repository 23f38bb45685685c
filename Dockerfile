# A small image of the server: built in one stage, run in another, as a user without rights.
#
#   docker build -t nomarch .
#   docker run --restart unless-stopped --read-only --tmpfs /tmp -v nomarch:/data -p 8000:8000 nomarch
FROM python:3.12.8-slim-bookworm AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY deploy/constraints.txt ./deploy/
COPY src ./src
RUN python -m venv /opt/nomarch \
 && /opt/nomarch/bin/pip install --no-cache-dir --no-compile \
    --constraint deploy/constraints.txt '.[serve,postgres,mail,push]'

FROM python:3.12.8-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin nomarch \
 && install -d -o nomarch -g nomarch /data
COPY --from=build /opt/nomarch /opt/nomarch
COPY docs /opt/nomarch/docs
# Everything that is written goes to /data: games, and compiled code.
ENV PATH=/opt/nomarch/bin:$PATH \
    NOMARCH_DATA=/data \
    NOMARCH_CACHE=/data/cache \
    NOMARCH_DOCS=/opt/nomarch/docs \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER nomarch
VOLUME /data
EXPOSE 8000
# Fails while the server is unhealthy. One that hangs exits, and the restart policy starts a new one.
HEALTHCHECK --interval=10s --timeout=8s --start-period=20s CMD \
    ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health')"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["nomarch"]
CMD ["serve", "--host", "0.0.0.0"]
