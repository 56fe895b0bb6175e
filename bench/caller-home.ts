import { callCentreCalls } from '@chauffeur/contract/call-centre'
import { demoCustomerPhone } from '@chauffeur/contract/demo'
import { send } from '../e2e/harness/wire.ts'

/** Numbers of customers whose page has something to show: an order of before and an address of before. */
export async function knownCallers(address: string, token: string, count: number): Promise<string[]> {
  const found: string[] = []
  for (let n = 1; found.length < count; n++) {
    const phone = demoCustomerPhone(1, n)
    const { lastOrders, lastAddresses } = await send(address, callCentreCalls.customerInfo, { phone }, token)
    if (lastOrders.length && lastAddresses.length) found.push(phone)
  }
  return found
}

/** Runs in the page: notes how long after the start of the navigation the caller's data was painted, and the map. */
export function noteWhenShown(): void {
  const parts = {
    filledMs: ['.desk-card strong', '.desk-past', '.desk-pick', '[data-step="city"] option:nth-child(2)'],
    mapMs: ['.desk-map canvas'],
  }
  const look = () => {
    const { dataset } = document.documentElement
    for (const [name, wanted] of Object.entries(parts))
      if (!(name in dataset) && wanted.every((part) => document.querySelector(part)))
        requestAnimationFrame(() => (dataset[name] ??= String(performance.now())))
    if (!('mapMs' in dataset) || !('filledMs' in dataset)) requestAnimationFrame(look)
  }
  look()
}
