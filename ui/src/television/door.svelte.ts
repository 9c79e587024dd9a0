// The address by which others come to a table; the server knows by which name this machine is reached.
import { get } from '../api'
import type { Door } from '../protocol'

/** The address, at first as this browser would call it. */
export function door(id: string): { readonly current: string } {
  let link = $state.raw(`${location.origin}/t/${encodeURIComponent(id)}/join`)
  get<Door>(`/api/tables/${encodeURIComponent(id)}`).then(
    (found) => (link = found.link),
    () => undefined, // then the address of this browser has to do
  )
  return {
    get current() {
      return link
    },
  }
}
