"""The reader's language and look, and the texts of the few pages that the server itself draws."""

import json
import re
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest

_FILES = Path(settings.BASE_DIR) / "frontend" / "src" / "i18n"
TEXTS: dict[str, dict[str, dict[str, str]]] = {
    file.stem: json.loads(file.read_text()) for file in sorted(_FILES.glob("*.json"))
}
"""By language and part of the site: texts by name, shared with the client."""


def language_of(request: HttpRequest) -> str:
    """The player's choice, else the first language of the browser's that there is, else English."""
    chosen = request.COOKIES.get("klondike_language", "")
    accepted = re.findall(r"([a-z]{2})\b[^,]*", request.headers.get("Accept-Language", "").lower())
    return next((code for code in (chosen, *accepted) if code in TEXTS), "en")


def theme_of(request: HttpRequest) -> str:
    """`light` or `dark` where the player chose one, else nothing: as the device has it."""
    chosen = request.COOKIES.get("klondike_theme", "")
    return chosen if chosen in ("light", "dark") else ""
