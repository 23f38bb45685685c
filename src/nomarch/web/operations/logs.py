"""Log lines on stderr: JSON for machines, or text for people."""

import json
import logging
import sys

from nomarch.web.operations import request_ids


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if request_ids.current.get():
            line["request"] = request_ids.current.get()
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class TextLines(logging.Formatter):
    """A log record as a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        at, level = self.formatTime(record, "%H:%M:%S"), record.levelname.lower()
        fields = {**getattr(record, "fields", {}), "request": request_ids.current.get()}
        text = " ".join(f"{name}={value}" for name, value in fields.items() if value != "")
        line = f"{at} {level} {record.getMessage()} {text}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def drop_client_traceback(record: logging.LogRecord) -> bool:
    """Log a client's invalid UTF-8 without uvicorn's traceback: it is no fault of the server."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info, record.exc_text = None, None
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
    return True


def log_to_stderr(*, verbose: bool, form: str = "json") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.getLogger("uvicorn.error").addFilter(drop_client_traceback)
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=True
    )
