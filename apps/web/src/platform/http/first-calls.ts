import type { WireCall } from './http.ts'

/** What a page opened with a session asks before the contract is here: it would be the last to come. A test holds these to the contract. */
export const FIRST_CALLS = {
  leftMenu: { method: 'POST', path: '/api/authority/getLeftMenu', effect: 'read' },
  authorities: { method: 'POST', path: '/api/authority/getUserAuthorities', effect: 'read' },
  openCities: { method: 'GET', path: '/djweb/callCenter/open_city_list', effect: 'read' },
  customerInfo: { method: 'GET', path: '/djweb/callCenter/customer_info', effect: 'read' },
} as const satisfies Record<string, WireCall>
