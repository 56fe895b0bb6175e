import { callCentreCalls } from '@chauffeur/contract/call-centre'
import { useSearchParams } from 'react-router-dom'
import { prefetchCall } from '#platform/call.ts'
import { normalPhone } from './desk.draft.ts'
import { Desk } from './desk.tsx'
import { telPhoneOf } from './tel-phone.ts'

/** A phone is ringing while this page opens: the caller and the cities are asked for at once. */
export function ahead(query: URLSearchParams): void {
  const phone = normalPhone(telPhoneOf(query.get('telPhone')))
  void prefetchCall(callCentreCalls.openCities, {})
  if (phone) void prefetchCall(callCentreCalls.customerInfo, { phone })
}

/** The order desk; a ringing phone opens it with the caller's number, each number with an order of its own; the queue on an order there is. */
export default function DeskScreen() {
  const [query] = useSearchParams()
  const phone = telPhoneOf(query.get('telPhone'))
  const orderId = /^[1-9]\d{0,17}$/.exec(query.get('orderId') ?? '')?.[0] ?? ''
  return <Desk key={`${orderId} ${phone}`} phone={phone} orderId={orderId} />
}
