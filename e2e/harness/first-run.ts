import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { makeSetupLink } from '../../apps/server/src/areas/access/setup/index.ts'
import { connect } from '../../apps/server/src/platform/database/db.ts'
import { runtimeUrls } from '../../apps/server/src/platform/upkeep/migrate.ts'
import { begins, linkIn } from './account.ts'
import type { RunningPlatform } from './platform.ts'
import { choose, drawerField, screenshots, shownPane, type Visitor } from './visit.ts'

type Visit = (path: string, how: { address: string; width?: number; height?: number }) => Promise<Visitor>
interface Place {
  lat: number
  lng: number
}

/** The address that the start of an empty installation prints. */
async function setupPath({ ownerUrl }: RunningPlatform): Promise<string> {
  const db = connect(await runtimeUrls(ownerUrl))
  const link = await db.acrossTenants(makeSetupLink).finally(() => db.close())
  return link!.slice(link!.indexOf('#') + 1)
}

/** From the printed link to the signed-in administrator of a business in Hangzhou. */
export async function beginBusiness(visit: Visit, platform: RunningPlatform): Promise<{ page: Page; token: string }> {
  const { page } = await visit(await setupPath(platform), platform)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('Your name').waitFor()
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByLabel('品牌名称').fill('夜航代驾')
  await page.getByLabel('您的姓名').fill('郑南')
  await page.getByLabel('您的手机号').fill('13911112222')
  await page.getByLabel('登录用户名').fill('boss')
  await page.getByLabel('第一个城市').selectOption({ label: '杭州' })
  await page.getByRole('button', { name: '下一步：设置密码' }).click()
  return begins(page, 'boss')
}

/** Registers a qualified driver on the screen, and gives the link that invites them. */
export async function registerDriver(admin: Page, address: string): Promise<string> {
  await admin.goto(`${address}/#/DriverAdd`)
  await admin.getByLabel('姓名').fill('王大力')
  await admin.getByLabel('手机号').first().fill('13712345678')
  await admin.getByLabel('身份证号').fill('330106199003074218')
  await admin.getByLabel('初次领证').fill('2012-05-01')
  await admin.keyboard.press('Enter')
  await admin.getByLabel('驾驶证有效期至').fill('2035-05-01')
  await admin.keyboard.press('Enter')
  await admin.getByLabel('证件已核验，可以上线接单').click()
  await admin.keyboard.press('Control+Enter')
  await admin.getByRole('button', { name: '邀请司机' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '发送邀请' }).click()
  await admin.getByRole('textbox', { name: '一次性链接' }).waitFor()
  return linkIn(admin)
}

/** The driver's telephone: opens the invitation and goes on duty at a place. */
export async function driverOnPhone(visit: Visit, { address }: RunningPlatform, link: string, at: Place) {
  const { page, context } = await visit('/login', { address, width: 390, height: 844 })
  await context.grantPermissions(['geolocation'])
  await goTo(context, at)
  await page.goto(link)
  await page.getByRole('button', { name: /开始使用/ }).click()
  await page.getByRole('button', { name: '上线接单' }).click()
  await page.getByText('正在听单…').waitFor()
  return {
    page,
    goTo: (place: Place) => goTo(context, place),
    /** The order in hand, from the pick-up to its filed bill; the total as the driver reads it. */
    async drives(to: Place): Promise<string> {
      await page.getByRole('button', { name: '我已到达' }).click()
      await page.getByRole('button', { name: '客户已上车，开始代驾' }).click()
      await page.getByRole('heading', { name: /代驾中/ }).waitFor()
      await goTo(context, to)
      // Two reports, so that the trip has a way that was driven.
      await page.waitForTimeout(6_000)
      await page.getByRole('button', { name: '到达目的地，结束行程' }).click()
      const file = page.getByRole('button', { name: '报单', exact: true })
      const reason = page.getByRole('textbox', { name: /离目的地还远/ })
      await file.or(reason).waitFor()
      if (await reason.isVisible()) {
        await reason.fill('客户要求在此下车')
        await page.getByRole('button', { name: '到达目的地，结束行程' }).click()
      }
      await file.waitFor()
      await reason.waitFor({ state: 'hidden' })
      await file.click()
      await page.getByText('合计').waitFor()
      await page.screenshot({ path: join(screenshots, 'first-run-bill.png') })
      return page.locator('.total b').innerText()
    },
  }
}

const goTo = (context: BrowserContext, { lat, lng }: Place) => context.setGeolocation({ latitude: lat, longitude: lng, accuracy: 10 })

/** One address service at an address, as an administrator adds it. */
export async function addMapService(
  admin: Page,
  address: string,
  kind: '地址' | '道路',
  of: { provider?: string; url: string; key?: string },
) {
  await admin.goto(`${address}/#/Sys/MapServices`)
  await shownPane(admin)
    .getByRole('button', { name: `添加${kind}服务` })
    .click()
  await admin.getByLabel('服务地址').waitFor()
  if (of.provider) {
    await drawerField(admin, '服务商').click()
    await choose(admin, of.provider)
  }
  await admin.getByLabel('服务地址').fill(of.url)
  if (of.key) await admin.getByLabel(/^密钥/).fill(of.key)
  await admin.keyboard.press('Control+Enter')
  await admin.getByRole('dialog').waitFor({ state: 'hidden' })
}
