import { accountCalls } from '@chauffeur/contract/account'
import { useEffect } from 'react'
import { useCall } from '#platform/call.ts'
import { useCan } from '#platform/session.ts'
import { joinPhone, onCaller, openCaller } from '#platform/softphone/phone.ts'

/** Uses this machine's telephone for as long as somebody with the right to it is signed in and has not gone over to the cloud's. */
export function PhoneLink() {
  return useCan('phone.use') ? <Link /> : null
}

function Link() {
  const popup = useCall(accountCalls.popup, {}, { quiet: true }).data
  const cloud = useCall(accountCalls.cloudPhone, {}, { quiet: true }).data
  const own = cloud !== undefined && !cloud.enabled
  useEffect(() => (own ? joinPhone() : undefined), [own])
  const pops = popup?.enabled ?? false
  // The operator's own switch: a caller id opens the customer's screen as event 505 does.
  useEffect(() => (pops ? onCaller(openCaller) : undefined), [pops])
  return null
}
