import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { useState } from 'react'
import { type CallError, refresh, useSend } from '#platform/http/call.ts'
import { conflictInWords } from '#shared/order/event.view.ts'
import { refusalOf } from '../draft/desk-refusal.ts'

/** One action of the desk: sends, tells a refusal in words, and shows the order as it is afterwards, also after a refusal. */
export function useAction<C extends Call>(call: C, done: (answer: AnswerOf<C>) => void) {
  const { send, pending } = useSend(call)
  const [problem, setProblem] = useState('')
  const run = async (input: InputOf<C>, refused?: (error: CallError) => void) => {
    setProblem('')
    try {
      const answer = await send(input)
      done(answer)
    } catch (error) {
      setProblem(refusalOf(conflictInWords(error)).text)
      refused?.(error as CallError)
    } finally {
      void refresh([callCentreCalls.orderStatus, callCentreCalls.customerInfo])
    }
  }
  return { run, busy: pending, problem }
}
