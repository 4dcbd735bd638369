"""Settings for where the service runs: HTTPS, logs, metrics."""

import logging
import sys
from typing import Any

import structlog

from klondike_site.env import env, env_flag, env_int

LOCAL = env_flag("DEBUG") or env_flag("INSECURE_LOCAL")

# What a proxy of ours says of the client's way to it; from anybody else it is no more than talk,
# and the server must not read it either (uvicorn would believe its own machine).
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env_int("PROXY_COUNT", 0) else None
HTTPS = env_flag("HTTPS", default=not LOCAL)
SECURE_SSL_REDIRECT = HTTPS
# Whoever watches the process asks it directly, without the proxy.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 31536000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True

# Without a token there is no page of metrics.
METRICS_TOKEN = env("METRICS_TOKEN")

LOG_LEVEL = env("LOG_LEVEL", "WARNING" if LOCAL else "INFO").upper()
LOG_FORMAT = env("LOG_FORMAT", "text" if LOCAL else "json")
if LOG_LEVEL not in logging.getLevelNamesMapping():
    raise RuntimeError("LOG_LEVEL must be DEBUG, INFO, WARNING, ERROR or CRITICAL")
if LOG_FORMAT not in {"text", "json"}:
    raise RuntimeError("LOG_FORMAT must be text or json")

_SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.ExtraAdder(allow=[]),
    structlog.processors.format_exc_info,
]
_RENDER: structlog.typing.Processor = (
    structlog.processors.JSONRenderer()
    if LOG_FORMAT == "json"
    else structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "logger", "event"])
)

structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_SHARED,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "structured": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": _SHARED,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _RENDER,
            ],
        },
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "stream": sys.stderr,
            "formatter": "structured",
        },
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # The line of klondike_site.watch says it already.
        "django.request": {"level": "ERROR"},
        "django.server": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
    },
}
