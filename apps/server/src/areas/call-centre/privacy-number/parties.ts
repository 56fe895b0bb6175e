import { maskPhone } from '#platform/identity/mask'

/** Which of the two rang. */
export function partiesOf(caller: string, pair: { driver_phone: string; contact_phone: string }) {
  const [driver, contact] = [maskPhone(pair.driver_phone), maskPhone(pair.contact_phone)]
  if (caller !== '' && caller === pair.driver_phone) return { caller: 'DRIVER' as const, caller_masked: driver, called_masked: contact }
  if (caller !== '' && caller === pair.contact_phone) return { caller: 'CONTACT' as const, caller_masked: contact, called_masked: driver }
  return { caller: 'OTHER' as const, caller_masked: maskPhone(caller), called_masked: '' }
}
