import type { Platform } from '#platform/http/implement'
import type { TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import type { DriverSession } from '#platform/identity/session'
import { areKeys, endpointPrint, sealDevice, type Subscription } from '#platform/sending/push/device'
import { isPushEndpoint } from '#platform/sending/push/endpoint.rules'
import { keepDevice, keepNewest } from './listen.queries.ts'

/** A driver has a telephone, perhaps a second and an old one; somebody who signs in again and again has no more. */
const MOST_DEVICES = 5

/** A driver's telephone is knocked at from now on, for as long as the session lasts. */
export async function listen(
  tx: TenantTx,
  { settings, vault }: Platform,
  { tenantId, driverId, sessionId }: DriverSession,
  { english = false, ...device }: Subscription & { english?: boolean | undefined },
  fail: Fail<'driverPush.off' | 'driverPush.address' | 'driverPush.keys'>,
): Promise<void> {
  if (settings.pushContact === null) return fail('driverPush.off')
  if (!isPushEndpoint(device.endpoint, settings.pushHosts)) return fail('driverPush.address')
  if (!areKeys(device)) return fail('driverPush.keys')
  const { host } = new URL(device.endpoint)
  const sealed = sealDevice(vault, tenantId, device)
  await keepDevice(tx, {
    tenantId,
    driverId,
    sessionId,
    service: host,
    print: endpointPrint(vault, tenantId, device.endpoint),
    sealed,
    english,
  })
  await keepNewest(tx, driverId, MOST_DEVICES)
}
