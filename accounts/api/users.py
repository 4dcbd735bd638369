"""``users/{name}/`` and ``names/{name}/``: other players, and names that are still free."""

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.errors import Refused
from accounts.api.permissions import SignedIn, scope, user_of
from accounts.api.serializers import (
    NameAnswerSerializer,
    ProfileSerializer,
    ReportSerializer,
    read,
)
from accounts.limits import charge
from accounts.models import NameReport, User
from accounts.names import NameRefused
from accounts.services.names import check_name


def user_or_404(name: str) -> User:
    """The user of that name in any case, or 404 ``not_found``."""
    user = User.objects.by_name(name)
    if user is None or not user.is_active:
        raise NotFound("There is no player of that name.")
    return user


class UserView(APIView):
    permission_classes = (scope("read"),)

    @extend_schema(responses=ProfileSerializer, tags=["users"])
    def get(self, request: Request, name: str) -> Response:
        """What everyone may know about a player."""
        user = user_or_404(name)
        return Response(
            ProfileSerializer(
                {
                    "name": user.username,
                    "kind": user.kind,
                    "created_at": user.date_joined,
                    "suspended": user.is_suspended,
                }
            ).data
        )


class ReportView(APIView):
    permission_classes = (SignedIn, scope("account"))

    @extend_schema(request=ReportSerializer, responses={204: None}, tags=["users"])
    def post(self, request: Request, name: str) -> Response:
        """Report a name that is offensive or misleads; a repeat changes nothing."""
        user = user_or_404(name)
        if user == request.user:
            raise Refused("own_name", "Your own name you can change yourself.")
        reason = read(ReportSerializer, request.data)["reason"]
        charge("names", f"report-{user_of(request).pk}")
        NameReport.objects.get_or_create(
            user=user, reporter=user_of(request), name=user.username, defaults={"reason": reason}
        )
        return Response(status=204)


class NameFreeView(APIView):
    permission_classes = (scope("read"),)

    @extend_schema(responses=NameAnswerSerializer, tags=["users"])
    def get(self, request: Request, name: str) -> Response:
        """Whether a name could be taken now, and if not, why."""
        user = request.user if request.user.is_authenticated else None
        try:
            check_name(name, user)
        except NameRefused as error:
            answer = {"name": name, "free": False, "code": error.code, "message": str(error)}
        else:
            answer = {"name": name, "free": True, "code": None, "message": None}
        return Response(NameAnswerSerializer(answer).data)
