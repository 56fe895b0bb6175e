import { numberSecretContext } from '#areas/call-centre/number-provider'
import { DatabaseClient } from '#platform/database/database-client'
import { vaultOf } from '#platform/identity/vault'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { CHENGDU } from '../cities.ts'
import { demoTenants } from '../tenants.ts'
import { DEMO_NUMBERS } from './number-service.ts'

/** The first business rings over the stand-in in one of its cities. What somebody entered or switched meanwhile stays. */
export async function lendNumbers({ ownerUrl, url }: { ownerUrl: string; url: string }): Promise<void> {
  const urls = await runtimeUrls(ownerUrl)
  const tenantId = String(demoTenants()[0]!.tenantId)
  const client = new DatabaseClient({ connectionString: urls.platform })
  client.on('error', () => {})
  await client.connect()
  try {
    const { appKey, secret, pool } = DEMO_NUMBERS
    // It may run at another port than last time.
    await client.query(
      `insert into number_providers (tenant_id, provider, url, app_key, sealed_secret, secret_last4, records, record_tone, most_pairs)
       values ($1, 'HUAWEI', $2, $3, $4, $5, true, 'recordHintTone.wav', 50)
       on conflict (tenant_id) do update set url = excluded.url where number_providers.app_key = excluded.app_key`,
      [tenantId, url, appKey, vaultOf(urls.secret).seal(secret, numberSecretContext(tenantId)), secret.slice(-4)],
    )
    await client.query(
      `insert into privacy_numbers (tenant_id, number, city_id) select $1, n, $2 from unnest($3::text[]) n on conflict do nothing`,
      [tenantId, CHENGDU, pool],
    )
    await client.query(
      `insert into setting_versions (tenant_id, kind, city_id, version, content, reason, created_by_name)
       select $1, 'citySwitch.privacyNumber', $2, 1, '{"on": true}', '试用隐私号', '系统'
       where not exists (select from setting_versions where tenant_id = $1 and kind = 'citySwitch.privacyNumber' and city_id = $2)`,
      [tenantId, CHENGDU],
    )
  } finally {
    await client.end()
  }
}
