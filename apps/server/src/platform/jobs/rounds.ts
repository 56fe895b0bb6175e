import type { Kysely } from 'kysely'
import type { Platform } from '#platform/http/implement'
import type { DB } from '#platform/database/tables.generated'
import type { Queue, QueueSpec } from './queue.ts'

/** Work that comes round again and again: whatever is due then, of all tenants. One process does a round, and its next is in the queue before it begins. */
export interface Round {
  name: string
  everyS: number
  /** Of its own where it must not wait behind others. */
  queue?: QueueSpec
  /** `signal`: this process stops, and what is left is for the next round. What fails is told of, and the next round comes as usual. */
  work(platform: Platform, signal: AbortSignal): Promise<unknown>
}

/** An entry waits once for each, so that no round comes twice. */
export const roundQueue: QueueSpec = { name: 'rounds', once: true }
export const queueOf = ({ queue = roundQueue }: Round): QueueSpec => queue
/** A round that takes minutes must leave room for those that come every few seconds. */
const AT_ONCE = { process: 5 }

const sendRound = (queue: Queue, tx: Kysely<DB>, round: Round, afterS = 0) =>
  queue.send(tx, queueOf(round).name, { round: round.name }, { key: round.name, afterS })

/** Of each the next is in the queue from now on; one that waits there already stays as it is. */
export const sendRounds = async (queue: Queue, tx: Kysely<DB>, rounds: readonly Round[]): Promise<void> => {
  await Promise.all(rounds.map((round) => sendRound(queue, tx, round)))
}

/** Takes turns with other processes at these, which are all of one queue. */
export async function workRounds(
  platform: Platform,
  queue: Queue,
  { name: queueName }: QueueSpec,
  rounds: readonly Round[],
  onError: (name: string, error: unknown) => void,
) {
  const known = new Map(rounds.map((round) => [round.name, round]))
  const stopping = new AbortController()
  const underWay = new Set<string>()
  await queue.work(queueName, AT_ONCE, async ({ round: name }) => {
    const round = known.get(name!)
    // Of another version of the program, whose processes know it and put it in again.
    if (!round) return
    await platform.db.acrossTenants((tx) => sendRound(queue, tx, round, round.everyS))
    if (underWay.has(round.name)) return
    underWay.add(round.name)
    await platform.ticks
      .run(round.name, round.everyS, () => round.work(platform, stopping.signal), true)
      .catch((error: unknown) => onError(round.name, error))
      .finally(() => underWay.delete(round.name))
  })
  return { stop: () => stopping.abort() }
}
