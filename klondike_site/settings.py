"""Settings, read from the environment; every variable is described in docs/configuration.md."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from klondike_site.deploy_settings import *  # noqa: F403 - HTTPS, logs, metrics
from klondike_site.env import env, env_flag, env_int, env_list
from klondike_site.people_settings import *  # noqa: F403 - the rest of the settings
from klondike_site.people_settings import APPS

BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = env_flag("DEBUG")
SECRET_KEY = env("SECRET_KEY")
if not SECRET_KEY:
    if not env_flag("INSECURE_LOCAL", default=DEBUG):
        raise RuntimeError("SECRET_KEY is not set (INSECURE_LOCAL=1 allows a fixed one at home)")
    SECRET_KEY = "only-for-a-service-on-one's-own-machine-and-never-for-others"  # noqa: S105
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
CSRF_FAILURE_VIEW = "klondike_site.errors.unproven"
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "django_vite",
    "accounts",  # before allauth, whose templates it replaces
    *APPS,
    "games",
]

MIDDLEWARE = [
    "klondike_site.watch.Watch",
    "accounts.middleware.HeadersAlone",
    "django.middleware.security.SecurityMiddleware",
    "klondike_site.files.StaticFiles",
    "accounts.middleware.ContentSecurityPolicy",
    "accounts.middleware.CrossOrigin",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.MalformedCredential",
    "accounts.middleware.DeepJson",
    "accounts.text.StorableText",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "klondike_site.urls"
ASGI_APPLICATION = "klondike_site.asgi.application"
AUTH_USER_MODEL = "accounts.User"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


def database(url: str) -> dict[str, Any]:
    """Django's settings for ``postgresql://…`` or ``sqlite:///path``; anything else is refused."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path) or ":memory:",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    if parts.scheme not in {"postgres", "postgresql"}:
        raise RuntimeError("DATABASE_URL must begin with postgresql:// or sqlite:///")
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", None) or parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        # Asked for anew it tries at once; by itself it would wait longer after each failure.
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": 20, "timeout": 10, "reconnect_timeout": 10},
            **query,
        },
    }


DATABASES = {"default": database(env("DATABASE_URL", f"sqlite:///{BASE_DIR}/klondike.sqlite3"))}

REDIS_URL = env("REDIS_URL")
CHANNEL_LAYERS: dict[str, Any] = {
    "default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    if not REDIS_URL
    else {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "klondike"},
    }
}
CACHES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    if not REDIS_URL
    else {
        "BACKEND": "klondike_site.caches.ForgivingCache",
        "LOCATION": REDIS_URL,
        # One that says nothing holds nobody up for long.
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }
}

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]

LANGUAGE_CODE = "en"
# A language of the client is a file with its texts.
CLIENT_LANGUAGES = sorted(
    path.stem for path in (BASE_DIR / "frontend" / "src" / "i18n").glob("*.json")
)
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "static_root"
STATICFILES_DIRS = [path for path in [BASE_DIR / "frontend" / "dist"] if path.is_dir()]
WHITENOISE_USE_FINDERS = True
# The client's build puts a hash of the content into these names: they can be kept for ever.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[\w-]{8}\.\w+$"
DJANGO_VITE = {
    "default": {
        "dev_mode": env_flag("VITE_DEV"),
        "dev_server_host": "127.0.0.1",
        "dev_server_port": 8300,
        "manifest_path": BASE_DIR / "frontend" / "dist" / "manifest.json",
    }
}

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["accounts.text.UnicodeJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.BearerAuthentication",
        "accounts.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.limits.ApiThrottle"],
    "DEFAULT_SCHEMA_CLASS": "accounts.api.openapi.ScopedSchema",
    "EXCEPTION_HANDLER": "klondike_site.errors.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Klondike API",
    "DESCRIPTION": "Play Klondike, watch it, and read its boards.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.complete",
        "accounts.api.openapi.complete",
    ],
    "ENUM_NAME_OVERRIDES": {
        "GameKind": "games.models.Game.Kind",
        "GameStatus": "games.models.Game.Status",
        "FinishedStatus": ["won", "lost"],
        "ReaderKind": ["stranger", "guest", "person", "bot"],
        "PlayerKind": ["guest", "person", "bot"],
        "BoardPlayerKind": ["person", "bot"],
    },
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
}

# Games that a process keeps in memory; the others are read from their logs when they are needed.
GAMES_IN_MEMORY = env_int("GAMES_IN_MEMORY", 20000)
# Messages a second that a websocket may send for long, and at once.
SOCKET_RATE = float(env_int("SOCKET_RATE", 20))
SOCKET_BURST = float(env_int("SOCKET_BURST", 100))

# Whether reading the dailies has missing ones prepared by a process of its own.
DAILY_ON_DEMAND = env_flag("DAILY_ON_DEMAND", default=True)
