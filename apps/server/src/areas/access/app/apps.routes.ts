import { appsCalls, payWay } from '@chauffeur/contract/access/app'
import { confirmPerson } from '../session/index.ts'
import { seesWholeTenant } from '../function/index.ts'
import { implement } from '#platform/http/implement'
import { storeLogo } from '#platform/pictures/pictures'
import { appList } from './apps.list.ts'
import {
  addApp,
  adminsOf,
  findApp,
  findPeople,
  knownPeople,
  lockApp,
  lockApps,
  paysOf,
  saveAdmins,
  saveApp,
  saveAppLogo,
  saveDriverDefault,
} from './apps.queries.ts'
import { certification } from './apps.rules.ts'
import { changePay, missingOf, shownPay } from './pay.service.ts'

const appObject = (objectId: string) => ({ object: 'app', objectId })

export const appsRoutes = implement(
  'apps',
  appsCalls,
)({
  list: appList.page,
  update: async ({ input, db, operator, scope, fail, audit }) => {
    const { platform, name, identifier, remark = '' } = input
    const after = { platform, name, identifier, remark }
    if (!input.appId) {
      if (!seesWholeTenant(scope)) return fail('apps.wholeTenantOnly')
      const made = await addApp(db, { tenantId: operator.tenantId, ...after, by: operator.userId })
      audit({ ...appObject(made.app_id), after })
      return { appId: made.app_id, version: made.version }
    }
    const app = await lockApp(db, input.appId)
    if (!app) return fail('apps.notFound')
    if (input.version !== app.version) return fail('apps.versionConflict', { version: app.version })
    // Certified was the app that this one was.
    const isOther = app.platform !== platform || app.identifier !== identifier
    const lapsed = isOther ? certification.next(app.certify_state, 'LAPSE', 'OPERATOR') : null
    const { version } = await saveApp(db, input.appId, operator.userId, { ...after, ...(lapsed !== null && { certify_state: lapsed }) })
    audit({
      ...appObject(input.appId),
      before: {
        platform: app.platform,
        name: app.name,
        identifier: app.identifier,
        remark: app.remark,
        ...(lapsed !== null && { certifyState: app.certify_state }),
      },
      after: { ...after, ...(lapsed !== null && { certifyState: lapsed }) },
    })
    return { appId: input.appId, version }
  },
  uploadLogo: async ({ input, db, operator, platform, fail, audit }) => {
    const stored = await storeLogo(platform.files, operator.tenantId, input.file.bytes)
    const app = await lockApp(db, input.appId)
    if (!app) return fail('apps.notFound')
    if (!stored) return fail('apps.badPicture')
    const { fileId, logo } = stored
    await platform.files.keep(db, fileId)
    await saveAppLogo(db, input.appId, operator.userId, logo)
    audit({ ...appObject(input.appId), before: { logo: app.logo }, after: { logo } })
    return { logo }
  },
  enable: async ({ input, db, operator, fail, audit }) => {
    const app = await lockApp(db, input.appId)
    if (!app) return fail('apps.notFound')
    await saveApp(db, input.appId, operator.userId, { enabled: input.enabled })
    audit({ ...appObject(input.appId), before: { enabled: app.enabled }, after: { enabled: input.enabled } })
    return {}
  },
  driverDefault: async ({ input, db, operator, fail, audit }) => {
    await lockApps(db)
    const app = await findApp(db, input.appId)
    if (!app) return fail('apps.notFound')
    if (input.driverDefault && !app.enabled) return fail('apps.notEnabled')
    if (input.driverDefault !== app.driver_default) await saveDriverDefault(db, input.driverDefault ? input.appId : null, operator.userId)
    audit({ ...appObject(input.appId), before: { driverDefault: app.driver_default }, after: { driverDefault: input.driverDefault } })
    return {}
  },
  authorise: async ({ input, db, operator, fail, audit }) => {
    const app = await lockApp(db, input.appId)
    if (!app) return fail('apps.notFound')
    const wanted = [...new Set(input.userIds)]
    if ((await knownPeople(db, wanted)).length !== wanted.length) return fail('apps.noSuchPerson')
    const before = await adminsOf(db, input.appId)
    await saveAdmins(db, operator.tenantId, input.appId, wanted)
    audit({ ...appObject(input.appId), before: { administrators: before }, after: { administrators: wanted } })
    return {}
  },
  people: async ({ input, db, scope }) => ({ rows: seesWholeTenant(scope) ? await findPeople(db, input) : [] }),
  certify: async ({ input, db, operator, fail, audit }) => {
    const app = await lockApp(db, input.appId)
    if (!app) return fail('apps.notFound')
    const certifyState = certification.next(app.certify_state, input.step, 'OPERATOR')
    if (certifyState === null) return fail('apps.notInThisState', { certifyState: app.certify_state })
    if (input.step !== 'SUBMIT' && app.certify_by === operator.userId) return fail('apps.ownSubmission')
    await saveApp(db, input.appId, operator.userId, {
      certify_state: certifyState,
      certify_note: input.note ?? '',
      ...(input.step === 'SUBMIT' && {
        certify_company: input.company ?? '',
        certify_licence_no: input.licenceNo ?? '',
        certify_by: operator.userId,
      }),
    })
    audit({
      ...appObject(input.appId),
      before: { certifyState: app.certify_state },
      after: { certifyState, note: input.note ?? '', ...(input.step === 'SUBMIT' && { company: input.company ?? '' }) },
    })
    return { certifyState }
  },
  pays: async ({ input, db, operator, platform, fail }) => {
    const payWith = { vault: platform.vault, hosts: platform.settings.payHosts }
    const app = await findApp(db, input.appId)
    if (!app) return fail('apps.notFound')
    const rows = await paysOf(db, input.appId)
    const administrators = await adminsOf(db, input.appId)
    return {
      mayChange: administrators.length === 0 || administrators.includes(operator.userId),
      ways: payWay.options.map((way) => {
        const row = rows.find((candidate) => candidate.way === way)
        return {
          way,
          ...shownPay(row),
          missing: missingOf(payWith, { appId: input.appId, way }, row, { enabled: app.enabled, certifyState: app.certify_state }),
          updatedAt: row?.updated_at.toISOString() ?? null,
          updatedByName: row?.updated_by_name ?? '',
        }
      }),
    }
  },
  savePay: async ({ input, db, operator, platform, request, fail, audit }) => {
    const app = await lockApp(db, input.appId)
    if (!app) return fail('apps.notFound')
    const administrators = await adminsOf(db, input.appId)
    if (administrators.length && !administrators.includes(operator.userId)) return fail('apps.notAdministrator')
    const person = await confirmPerson(platform, operator, { password: input.password }, request.ip)
    if (typeof person === 'object') return fail('apps.locked', person)
    if (person !== 'yes') return fail('apps.wrongPassword')
    const key = { tenantId: operator.tenantId, appId: input.appId, way: input.way }
    const { vault, settings } = platform
    const changed = await changePay(db, { vault, hosts: settings.payHosts }, key, input, operator.userId, fail)
    audit({ ...appObject(input.appId), before: { way: input.way, ...changed.before }, after: { way: input.way, ...changed.after } })
    return {}
  },
  settings: async ({ input, db, fail }) => {
    const app = await findApp(db, input.appId)
    return app ? { settings: app.settings as object, version: app.version } : fail('apps.notFound')
  },
  saveSettings: async ({ input, db, operator, fail, audit }) => {
    const app = await lockApp(db, input.appId)
    if (!app) return fail('apps.notFound')
    if (app.version !== input.version) return fail('apps.versionConflict', { version: app.version })
    const { version } = await saveApp(db, input.appId, operator.userId, { settings: JSON.stringify(input.settings) })
    audit({ ...appObject(input.appId), before: app.settings, after: input.settings })
    return { version }
  },
})
