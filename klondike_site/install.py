"""The client's files that have their place at the root, where browsers look for them."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

BUILT = Path(settings.BASE_DIR) / "frontend" / "dist"
WORKER = BUILT / "sw.js"
ICON = BUILT / "favicon.ico"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The built script; browsers ask anew each time, which is how they hear of a new build.

    404 where the client is not built, as with Vite's own server.
    """
    if settings.DJANGO_VITE["default"]["dev_mode"] or not WORKER.is_file():
        raise Http404
    answer = HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def icon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The site's sign, for pages that name none; 404 where the client is not built."""
    if not ICON.is_file():
        raise Http404
    answer = HttpResponse(ICON.read_bytes(), content_type="image/x-icon")
    answer["Cache-Control"] = "max-age=86400"
    return answer
