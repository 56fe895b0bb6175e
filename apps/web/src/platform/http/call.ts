import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type CallError, isVersionConflict } from './errors.ts'
import { request, requestId, type SendOptions, type WireCall } from './http.ts'
import { queryClient } from './query-client.ts'
import { useTabAwake } from '../tab/tab.ts'

export { isAbort, isVersionConflict, NetworkError, RefusalError, type CallError } from './errors.ts'

export interface CallOptions {
  enabled?: boolean
  /** Ask again every so many seconds, while the tab is active. */
  refetchIntervalS?: number
  /** An answer is good for so many seconds; half a minute by itself. */
  freshS?: number
  /** Keep the last answer on the screen while the next one comes. */
  keepPrevious?: boolean
  /** Something beside the work at hand: the operator sees nothing of its failures. */
  silent?: boolean
  /** The screen itself says what the server refuses, where the answer would stand. */
  saysRefusals?: boolean
}

/**
 * Makes a call once and gives its answer. Rejects with a CallError. What shows what it writes asks again, also where somebody else
 * was first; a list that is slow to come keeps nobody waiting.
 */
export async function sendCall<C extends Call>(call: C, input: InputOf<C>, options?: SendOptions): Promise<AnswerOf<C>> {
  const asksAgain = () => call.shownBy && void refresh(call.shownBy())
  try {
    const answer = (await request(call, input, options)) as AnswerOf<C>
    asksAgain()
    return answer
  } catch (error) {
    if (isVersionConflict(error)) asksAgain()
    throw error
  }
}

/** The query key of a call: without an input it covers all of them. */
function keyOf(call: WireCall, input?: unknown): readonly unknown[] {
  const name = `${call.method} ${call.path}`
  return input === undefined ? [name] : [name, input]
}

/** The answer of a reading call, kept and shared by its input; it asks nothing while its tab is hidden. */
export function useCall<C extends Call>(call: C, input: InputOf<C>, options: CallOptions = {}): UseQueryResult<AnswerOf<C>, CallError> {
  const awake = useTabAwake()
  const queryKey = keyOf(call, input)
  return useQuery<AnswerOf<C>, CallError>({
    queryKey,
    queryFn: ({ signal }) =>
      sendCall(call, input, {
        signal,
        silent: options.silent === true || queryClient.getQueryState(queryKey)?.data !== undefined,
        saysRefusals: options.saysRefusals,
      }),
    enabled: options.enabled ?? true,
    ...(options.freshS !== undefined && { staleTime: options.freshS * 1000 }),
    refetchInterval: options.refetchIntervalS ? options.refetchIntervalS * 1000 : false,
    placeholderData: options.keepPrevious ? (keepPreviousData as never) : undefined,
    subscribed: awake,
  })
}

/** Asks ahead of a screen for what its `useCall` will ask; the answer waits there. A failure is told when the screen asks itself. */
export async function prefetchCall(call: WireCall, input: object): Promise<void> {
  await queryClient.prefetchQuery({ queryKey: keyOf(call, input), queryFn: () => request(call, input, { silent: true }) })
}

/** Sets what a call would answer from now on, for everybody who shows it. */
export function setCallData<C extends Call>(call: C, input: InputOf<C>, answer: AnswerOf<C>): void {
  queryClient.setQueryData(keyOf(call, input), answer)
}

/** Asks again for every shown answer of these calls. */
export async function refresh(calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: keyOf(call) })))
}

export interface Sender<C extends Call> {
  send: (input: InputOf<C>, options?: Pick<SendOptions, 'idempotencyKey'>) => Promise<AnswerOf<C>>
  pending: boolean
  error: CallError | null
}

/**
 * A writing call. A second click with the same input while the first is under way joins it. Calls marked `once` carry an
 * Idempotency-Key that stays the same until an answer came, so a retry after a lost answer does nothing twice.
 */
export function useSend<C extends Call>(call: C, options: { refreshes?: readonly Call[] } = {}): Sender<C> {
  const [state, setState] = useState<{ pending: number; error: CallError | null }>({ pending: 0, error: null })
  const flying = useRef(new Map<string, Promise<AnswerOf<C>>>())
  const keys = useRef(new Map<string, string>())
  const refreshes = useRef(options.refreshes)
  refreshes.current = options.refreshes

  const send = useCallback(
    (input: InputOf<C>, own: Pick<SendOptions, 'idempotencyKey'> = {}): Promise<AnswerOf<C>> => {
      const body = JSON.stringify(input)
      const running = flying.current.get(body)
      if (running) return running
      const key = own.idempotencyKey ?? (call.once ? (keys.current.get(body) ?? requestId()) : undefined)
      if (key !== undefined) keys.current.set(body, key)
      setState(({ pending }) => ({ pending: pending + 1, error: null }))
      const promise = sendCall(call, input, { idempotencyKey: key })
        .then(
          (answer) => {
            keys.current.delete(body)
            setState(({ pending, error }) => ({ pending: pending - 1, error }))
            // It is done: a list that is slow to come again keeps nobody waiting.
            if (refreshes.current) void refresh(refreshes.current)
            return answer
          },
          (error: CallError) => {
            if ('code' in error) keys.current.delete(body)
            setState(({ pending }) => ({ pending: pending - 1, error }))
            throw error
          },
        )
        .finally(() => flying.current.delete(body))
      flying.current.set(body, promise)
      return promise
    },
    [call],
  )
  return { send, pending: state.pending > 0, error: state.error }
}
