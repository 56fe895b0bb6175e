import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { sessionCalls } from '@chauffeur/contract/access/session'
import { isRefusal, isSignedOut, type SendOptions, type Wire } from './wire.ts'
import type { Scheduler } from './scheduler.ts'

/** An operator's account. Calls sign in by themselves, again too when the session has ended. */
export interface Operator {
  username: string
  ask: <C extends Call>(call: C, input: InputOf<C>, options?: SendOptions) => Promise<AnswerOf<C>>
  tenantId: () => Promise<string>
}

export function createOperator(wire: Wire, scheduler: Scheduler, username: string, password: string): Operator {
  let session: Promise<AnswerOf<typeof sessionCalls.signIn>> | null = null

  const signIn = async (): Promise<AnswerOf<typeof sessionCalls.signIn>> => {
    for (;;) {
      try {
        return await wire.send(sessionCalls.signIn, { username, password })
      } catch (error) {
        if (!isRefusal(error, 'session.locked')) throw error
        await scheduler.sleep(Math.max(5, error.retryAfterS) * 1000)
      }
    }
  }
  /** Many customers ask at once: they share one sign-in. */
  const signedIn = () => {
    session ??= signIn().catch((error: unknown) => {
      session = null
      throw error
    })
    return session
  }
  return {
    username,
    tenantId: async () => (await signedIn()).tenantId,
    async ask(call, input, options) {
      const used = session
      const { token } = await signedIn()
      try {
        return await wire.send(call, input, { ...options, token })
      } catch (error) {
        if (!isSignedOut(error)) throw error
        if (session === used || used === null) session = null
        const again = await signedIn()
        return wire.send(call, input, { ...options, token: again.token })
      }
    },
  }
}
