// Counters that are spent go from where they lay to where they were spent, and are gone.
import type { Spent } from './events'
import './stage.css'

const MOST = 6
const LONG = 480 // milliseconds
const APART = 45

/** Let counters fly from their stacks to the newest line of the log, or to the question where the log is out of sight. */
export function fly(spent: Spent[]) {
  const goal = rectOf('#log li:last-child') ?? rectOf('#question') ?? rectOf('[data-tab=log]')
  if (!goal) return
  for (const { stack, count } of spent) {
    const from = rectOf(`[data-stack="${CSS.escape(stack)}"]`)
    if (from) for (let place = 0; place < Math.min(count, MOST); place++) flyOne(from, goal, place)
  }
}

function flyOne(from: DOMRect, goal: DOMRect, place: number) {
  const ghost = document.createElement('i')
  ghost.className = 'ghost-counter'
  ghost.setAttribute('aria-hidden', 'true')
  document.body.append(ghost)
  const [x, y] = [from.left + Math.min(from.width, 60) / 2 + place * 8, from.top + from.height / 2]
  const [u, v] = [goal.left + 14 + place * 6, goal.top + Math.min(goal.height, 30) / 2]
  const steps = [
    { transform: `translate(${x}px, ${y}px) scale(1)`, opacity: 0.95 },
    { transform: `translate(${(x + u) / 2}px, ${Math.min(y, v) - 40}px) scale(1.25)`, opacity: 1 },
    { transform: `translate(${u}px, ${v}px) scale(0.7)`, opacity: 0 },
  ]
  const flight = ghost.animate(steps, { duration: LONG, delay: place * APART, easing: 'ease-in-out', fill: 'both' })
  flight.onfinish = flight.oncancel = () => ghost.remove()
}

/** Where something is, if it can be seen. */
function rectOf(what: string): DOMRect | null {
  for (const one of document.querySelectorAll(what)) {
    const rect = one.getBoundingClientRect()
    if (rect.width && rect.bottom > 0 && rect.top < innerHeight) return rect
  }
  return null
}
