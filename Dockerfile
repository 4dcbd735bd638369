# syntax=docker/dockerfile:1
# One image for every part of the service: web, worker and migration differ by their command.

FROM node:24-bookworm-slim AS client
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY frontend/ ./
RUN npm run build

FROM python:3.11-slim-bookworm AS packages
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements/base.txt requirements/solver.txt /requirements/
RUN python -m venv /venv \
    && /venv/bin/pip install --require-hashes --only-binary=:all: \
        -r /requirements/base.txt -r /requirements/solver.txt

FROM python:3.11-slim-bookworm
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    NUMBA_CACHE_DIR=/var/cache/klondike \
    DJANGO_SETTINGS_MODULE=klondike_site.settings
RUN useradd --system --uid 10001 --no-create-home klondike \
    && install -d -o klondike /var/cache/klondike
WORKDIR /app
COPY --from=packages /venv /venv
COPY manage.py ./
COPY klondike_site/ klondike_site/
COPY accounts/ accounts/
COPY games/ games/
COPY docs/ docs/
COPY frontend/templates/ frontend/templates/
COPY frontend/src/i18n/ frontend/src/i18n/
COPY --from=client /build/frontend/dist/ frontend/dist/
COPY .docker/worker /usr/local/bin/klondike-worker
RUN python -m compileall -q klondike_site accounts games \
    && INSECURE_LOCAL=1 python manage.py collectstatic --noinput --verbosity=0
USER 10001
# So that nobody waits for it at the first hint; another kind of processor compiles anew.
RUN python -m games.solver.warm
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["uvicorn", "klondike_site.asgi:application", "--host", "0.0.0.0", "--port", "8000", \
     "--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "20", \
     "--no-proxy-headers", \
     "--ws", "klondike_site.sockets:GameSockets", "--ws-max-size", "262144", \
     "--ws-per-message-deflate", "false"]
