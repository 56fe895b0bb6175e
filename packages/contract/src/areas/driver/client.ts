import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id } from '../../kernel/fields.ts'

/** What a client of a driver may be refused for, whatever it asks: the app that it is, see the headers in `kernel/app-client.ts`. */
export const driverClientRefusals = refusals({
  'driver.appUnknown': {
    code: 403101,
    zh: '没有这个应用，请从公司提供的链接重新安装或打开',
    en: 'There is no such app: install or open it again from your company’s link',
  },
  /** `data`: name and service telephone. */
  'driver.appDisabled': {
    code: 403102,
    zh: '该应用已停用，请联系公司',
    en: 'This app has been switched off, ask your company',
  },
  /** `data`: name, service telephone, `minVersion`, `latestVersion` and `downloadUrl`. */
  'driver.appTooOld': {
    code: 426101,
    zh: '当前版本过低，请更新到最新版本后使用',
    en: 'This version is too old: update the app to go on',
  },
})
export const APP_REFUSALS = ['driver.appUnknown', 'driver.appDisabled', 'driver.appTooOld'] as const
/** What goes with such a refusal: enough to say what to do, before anybody is signed in. */
export interface AppRefusalDetail {
  name: string
  servicePhone: string
  minVersion: string
  latestVersion: string
  downloadUrl: string
}

export const driverClientCalls = {
  /** The app that a client is: the one it names, else the business's default; with no app at all the business itself. Open before sign-in. */
  app: call({
    method: 'GET',
    path: '/driver/v1/app',
    effect: 'read',
    access: 'public',
    tagged: true,
    summary: '司机端应用信息',
    input: z.object({ tenantId: id }),
    output: z.object({
      appId: id.nullable(),
      name: z.string(),
      logo: z.string(),
      notice: z.string(),
      servicePhone: z.string(),
      minVersion: z.string(),
      latestVersion: z.string(),
      downloadUrl: z.string(),
    }),
    failures: APP_REFUSALS,
  }),
} satisfies Area
