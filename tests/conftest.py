"""What must be so before anything is loaded."""

from fatewright.web.serve import allow_many_seats

allow_many_seats()
