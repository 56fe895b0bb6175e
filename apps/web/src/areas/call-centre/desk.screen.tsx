import { useSearchParams } from 'react-router-dom'
import { Desk } from './desk.tsx'
import { telPhoneOf } from './tel-phone.ts'

/** The order desk; a ringing phone opens it with the caller's number, each number with an order of its own. */
export default function DeskScreen() {
  const [query] = useSearchParams()
  const phone = telPhoneOf(query.get('telPhone'))
  return <Desk key={phone} phone={phone} />
}
