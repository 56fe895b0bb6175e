import { accountCalls } from '@chauffeur/contract/access/account'
import { useEffect } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { joinPhone, onCaller, openCaller } from '#platform/softphone/phone.ts'

/** Uses this machine's telephone for as long as somebody with the right to it is signed in. */
export function PhoneLink() {
  return useCan('phone.use') ? <Link /> : null
}

function Link() {
  const popup = useCall(accountCalls.popup, {}, { silent: true }).data
  useEffect(joinPhone, [])
  // The operator's own switch; on until it is known to be off, as the server has it for a new operator.
  const pops = popup?.enabled ?? true
  useEffect(() => (pops ? onCaller(openCaller) : undefined), [pops])
  return null
}
