// The events of the line, for pages that cannot say who they are. Every page that polls gets every event, one per answer.
//
// A poll carries no id. The service therefore keeps a place in the stream for each poll that is open or was answered a moment
// ago, and gives a new poll the place that was left: by the callback's name first (a page polls with one and the same name),
// otherwise the one that waits longest. A page that comes when no place waits begins with what happens from now on; when nobody
// listens at all (before the first page, while one reloads) what happened in the last half minute is kept for it.

export interface LineEvent {
  ch: number
  e_type: number
  e_handle: number
  l_result: number
  e_data: string
}

export interface Poller {
  /** Takes the answer. False when the page has gone in the meantime; the event then waits for its next poll. */
  answer(event: LineEvent): boolean
}

export interface EventStream {
  push(event: LineEvent): void
  /** Opens a poll; the function returned withdraws it (the page went away, or `reason` says that the answer was lost). */
  poll(name: string, page: string, poller: Poller): (lost?: LineEvent) => void
  /** Heard at once beside the polls. */
  listen(listener: (event: LineEvent) => void): () => void
  close(): void
  counts(): { open: number; waiting: number; kept: number }
}

interface Place {
  name: string
  page: string
  /** Number of the next event for this page. */
  next: number
  open?: { poller: Poller; idle: NodeJS.Timeout }
  leftAt: number
}

/** The client gives up at 30 s and loses what comes after. */
const idleAfterMs = 20_000
const placeWaitsMs = 60_000
const keptMs = 30_000
const maxKept = 1_000

export const idleEvent: LineEvent = { ch: 0, e_type: -1, e_handle: 0, l_result: 0, e_data: '' }

export function createEventStream({ idleMs = idleAfterMs, now = () => performance.now() } = {}): EventStream {
  let kept: { number: number; at: number; event: LineEvent }[] = []
  let places: Place[] = []
  let count = 0
  const listeners = new Set<(event: LineEvent) => void>()

  const tidy = () => {
    places = places.filter((one) => one.open !== undefined || now() - one.leftAt < placeWaitsMs)
    const needed = places.length === 0 ? count : Math.min(...places.map((one) => one.next))
    kept = kept.filter((one) => one.number >= needed || now() - one.at < keptMs).slice(-maxKept)
  }

  const leave = (place: Place) => {
    clearTimeout(place.open?.idle)
    place.open = undefined
    place.leftAt = now()
  }

  /** Answers the poll of a place with the next event it has not had. */
  const serve = (place: Place) => {
    const waiting = kept.find((one) => one.number >= place.next)
    if (!place.open || !waiting) return
    const { poller } = place.open
    leave(place)
    if (poller.answer(waiting.event)) place.next = waiting.number + 1
  }

  const placeFor = (name: string, page: string): Place => {
    const left = places.filter((one) => one.open === undefined && one.page === page).toSorted((a, b) => a.leftAt - b.leftAt)
    const found = left.find((one) => one.name === name) ?? left[0]
    if (found) return Object.assign(found, { name })
    const next = places.length === 0 ? (kept[0]?.number ?? count) : count
    const place = { name, page, next, leftAt: now() }
    places.push(place)
    return place
  }

  return {
    push: (event) => {
      kept.push({ number: count, at: now(), event })
      count += 1
      tidy()
      for (const place of [...places]) serve(place)
      for (const listener of listeners) listener(event)
    },
    poll: (name, page, poller) => {
      tidy()
      const place = placeFor(name, page)
      const open = {
        poller,
        idle: setTimeout(() => {
          leave(place)
          poller.answer(idleEvent)
        }, idleMs),
      }
      place.open = open
      const began = place.next
      serve(place)
      return (lost) => {
        if (place.open === open) leave(place)
        // What could not be sent is this page's next event again.
        else if (lost !== undefined && lost !== idleEvent) place.next = Math.min(place.next, began)
      }
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      for (const place of places) {
        const open = place.open
        leave(place)
        open?.poller.answer(idleEvent)
      }
      places = []
    },
    counts: () => ({
      open: places.filter((one) => one.open).length,
      waiting: places.filter((one) => !one.open).length,
      kept: kept.length,
    }),
  }
}
