import type { Fail, Platform } from '#platform/http/implement'
import { type AppClient, type AppRefusal, appOf } from '#platform/identity/driver-apps'

/** Refuses a client whose app may not be used. For calls without a session; of all others `bind.ts` sees to it. */
export async function checkApp(
  { driverApps }: Platform,
  tenantId: string,
  client: AppClient,
  fail: Fail<AppRefusal['failure']>,
): Promise<void> {
  const against = await driverApps.refusal(tenantId, client)
  if (against) fail(against.failure, against.detail)
}

/** What a client shows of the app that it is: the business's own name and logo where it has no app. */
export async function shownApp(platform: Platform, tenantId: string, client: AppClient, fail: Fail<AppRefusal['failure']>) {
  const business = (await platform.driverApps.business(tenantId)) ?? fail('driver.appUnknown')
  await checkApp(platform, tenantId, client, fail)
  const found = appOf(business, client)
  const app = found === 'unknown' ? null : found
  const { notice = '', servicePhone = '', minVersion = '', latestVersion = '', downloadUrl = '' } = app?.settings ?? {}
  return {
    appId: app?.appId ?? null,
    name: app?.name ?? business.brandName,
    logo: app?.logo || business.logo,
    notice,
    servicePhone,
    minVersion,
    latestVersion,
    downloadUrl,
  }
}
