import { maskPhone } from '#platform/identity/mask'

/** A line of a house is told of without the zero before its area's code. */
const same = (caller: string, phone: string) => caller !== '' && phone !== '' && caller.replace(/^0+/, '') === phone.replace(/^0+/, '')

/** Which of the two rang. */
export function partiesOf(caller: string, pair: { driver_phone: string; contact_phone: string }) {
  const [driver, contact] = [maskPhone(pair.driver_phone), maskPhone(pair.contact_phone)]
  if (same(caller, pair.driver_phone)) return { caller: 'DRIVER' as const, caller_masked: driver, called_masked: contact }
  if (same(caller, pair.contact_phone)) return { caller: 'CONTACT' as const, caller_masked: contact, called_masked: driver }
  return { caller: 'OTHER' as const, caller_masked: maskPhone(caller), called_masked: '' }
}
