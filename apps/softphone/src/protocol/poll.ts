// The events of the line, for pages that cannot say who they are. Every page that polls gets every event, one per answer.
//
// A poll carries no id. The service keeps a place in the stream for each poll that is open or was answered a moment ago, and knows
// a page again by its origin and the name of its callback, of which jQuery changes only the number at the end. A page whose name
// is known keeps its place; a poll under a new name takes the place of a page that names every poll anew, or of one that has not
// come back, as while a page reloads. A new page for which no place waits begins with what happens from now on. What happened in
// the last half minute while nobody listened (the service started again, a page reloads) is kept: the first page that comes waits
// a moment for the others that were there, and all of them get it.

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
  /** Of the callback, without the number that jQuery puts at its end. */
  name: string
  page: string
  /** It polled under this name before: another name is another page. */
  steady: boolean
  /** Number of the next event for this page. */
  next: number
  open?: { poller: Poller; idle: NodeJS.Timeout }
  leftAt: number
}

const jQueryNumber = /(?<=^jQuery\d+)_\d+$/

/** The client gives up at 30 s and loses what comes after. */
const idleAfterMs = 20_000
const placeWaitsMs = 60_000
const keptMs = 30_000
/** A page polls again within milliseconds: whose place waits so long is gone, or reloads. */
const goneAfterMs = 500
/** Pages ask again this often while the service is away, and a little more. */
const gatherAfterMs = 1_500
const maxKept = 1_000

export const idleEvent: LineEvent = { ch: 0, e_type: -1, e_handle: 0, l_result: 0, e_data: '' }

export function createEventStream({ idleMs = idleAfterMs, gatherMs = gatherAfterMs, now = () => performance.now() } = {}): EventStream {
  let kept: { number: number; at: number; event: LineEvent }[] = []
  let places: Place[] = []
  let count = 0
  /** Runs while those who were there before are waited for. */
  let gathering: NodeJS.Timeout | undefined
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
    if (!place.open || !waiting || gathering) return
    const { poller } = place.open
    leave(place)
    if (poller.answer(waiting.event)) place.next = waiting.number + 1
  }

  const placeFor = (callback: string, page: string): Place => {
    const name = callback.replace(jQueryNumber, '')
    const steady = name !== callback
    const left = places.filter((one) => one.open === undefined && one.page === page).toSorted((a, b) => a.leftAt - b.leftAt)
    const own = left.find((one) => one.name === name)
    if (own) return Object.assign(own, { steady: true })
    const other = left.find((one) => !one.steady || now() - one.leftAt > goneAfterMs)
    if (other) return Object.assign(other, { name, steady })
    const next = places.length === 0 || gathering ? (kept[0]?.number ?? count) : count
    const place = { name, page, steady, next, leftAt: now() }
    places.push(place)
    return place
  }

  /** The first page is back and something happened meanwhile: the others are given time to come back too. */
  const gather = () => {
    if (gathering || places.length > 0 || kept.length === 0) return
    gathering = setTimeout(() => {
      gathering = undefined
      for (const place of [...places]) serve(place)
    }, gatherMs)
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
      gather()
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
      clearTimeout(gathering)
      gathering = undefined
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
