import { bareNumber } from '@chauffeur/contract/kernel/telephone-number'
import { useSearchParams } from 'react-router-dom'
import { useIdOf } from '#kit/detail/use-id-of.ts'
import { Desk } from './desk.tsx'

/** The order desk; a ringing phone opens it with the caller's number, each number with an order of its own; the queue on an order there is. */
export default function DeskScreen() {
  const [query] = useSearchParams()
  const phone = bareNumber(query.get('telPhone') ?? '')
  const orderId = useIdOf('orderId')
  return <Desk key={`${orderId} ${phone}`} phone={phone} orderId={orderId} />
}
