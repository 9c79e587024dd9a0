// The seats that people play on this device in turns: who holds it, and whom it goes to. The server keeps all of it.
import { createContext } from 'svelte'
import { get, leave, post } from '../api'
import type { Door, HandOver, Join, TableCard, Take } from '../protocol'

export class Device {
  isKnown = $state(false)
  seat = $state('') // who holds it
  seats = $state.raw<string[]>([]) // who holds it or takes it next, then the others
  next = $derived(this.seat ? '' : (this.seats[0] ?? '')) // whom it goes to while nobody holds it
  others = $derived(this.seats.filter((seat) => seat !== this.seat && seat !== this.next))

  readonly #path: string
  readonly #tabs: BroadcastChannel // of the same browser: what is covered in one is covered in all

  constructor(readonly id: string) {
    this.#path = `/api/tables/${encodeURIComponent(id)}`
    this.#tabs = new BroadcastChannel(`fatewright:${id}`)
    this.#tabs.onmessage = () => void this.read()
    void this.read()
  }

  /** Ask who holds it. Where nobody answers the table itself will say so. */
  async read() {
    this.isKnown = false
    await get<Door>(this.#path).then(
      (door) => this.#learn(door),
      () => undefined,
    )
    this.isKnown = true
  }

  /** Let somebody else sit down here as well. */
  async add(name: string) {
    const card = await post<TableCard>(`${this.#path}/join`, { name, is_beside: true } satisfies Join)
    if (card.role !== 'waiting') this.seats = [...this.seats, name]
    this.#tabs.postMessage(null)
  }

  /** Cover everything until that seat takes the device. */
  async pass(seat: string) {
    this.#learn(await leave<Door>(`${this.#path}/hand-over`, { seat } satisfies HandOver))
    this.#tabs.postMessage(null)
  }

  async take() {
    this.#learn(await post<Door>(`${this.#path}/take`, { seat: this.next } satisfies Take))
    this.#tabs.postMessage(null)
  }

  /** Show nothing of anybody. */
  cover() {
    if (this.seats.length > 1) this.isKnown = false
  }

  close() {
    this.#tabs.close()
  }

  #learn(door: Door) {
    this.seat = door.seat
    this.seats = door.device
  }
}

export const [getDevice, setDevice] = createContext<Device>()
