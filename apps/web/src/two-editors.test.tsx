import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { offlineConfig } from '#ui/map/provider.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#platform/http/query-client.ts'
import { setSession } from '#platform/session/session.ts'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import AppForm from './areas/access/app/app.form.tsx'
import AppSettings from './areas/access/app/app-settings.drawer.tsx'
import { CustomerDialog } from './areas/call-centre/customer/customer.dialog.tsx'
import { CancelRuleForm } from './areas/order/cancel/cancel-rule.form.tsx'
import { SettingForm } from './areas/dispatch/settings/setting.form.tsx'
import TeamForm from './areas/dispatch/team/team.form.tsx'
import { RulesForm } from './areas/qualification/duty/duty-rules.screen.tsx'
import EnterpriseForm from './areas/customer/enterprise/enterprise.form.tsx'
import { FenceForm } from './areas/pricing/fence/fence.form.tsx'
import { DynamicDialog, WeatherDialog } from './areas/pricing/rate/rate.dialog.tsx'
import { TemplateForm } from './areas/pricing/template/template.form.tsx'
import { emptyRules } from './areas/pricing/template/template.view.ts'
import TenantEdit from './areas/access/tenant/tenant.form.tsx'
import { TaxForm } from './areas/finance/withdrawal/tax.form.tsx'
import { termsSetting } from './areas/finance/withdrawal/terms.panel.tsx'
import { CitySettingForm } from '#kit/config/city-setting.panel.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 15_000 })

type Row = Record<string, unknown>
/** One form that is open at two editors. */
interface Form {
  /** Its row as it was opened, at version 1, and what a colleague makes of it. */
  row: Row
  theirs: Row
  /** The form on a row, as its screen draws it: with the newest row it has. */
  draw: (row: never) => ReactElement
  /** What is typed here, and how it is sent. */
  type: [label: string, text: string]
  mine: Row
  /** How the colleague's change is sent once it is taken over. */
  taken: Row
  /** How the colleague's change is shown. */
  shown: string
  /** The call that saves, and the name of its version. */
  saves: string
  versionName?: string
  refusal: string
  /** What the server answers when the row is asked for again. */
  again: (row: Row) => unknown
}

const close = () => undefined
const rows = (row: Row) => ({ rows: [row], total: 1, totalCapped: false, pageNo: 1, pageSize: 200 })
const places = {
  cities: [{ cityId: '1', name: '杭州', centre: { lng: 120, lat: 30, datum: 'WGS84' }, serviceRadiusM: 1_000, serviceArea: null }],
  channels: [],
}
const bands = [{ uptoFen: null, rateBp: 300, quickFen: 0 }]
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [120, 30],
      [120.1, 30],
      [120.1, 30.1],
      [120, 30],
    ],
  ],
}
const squareCorners = [
  { lng: 120, lat: 30 },
  { lng: 120.1, lat: 30 },
  { lng: 120.1, lat: 30.1 },
]
const terms = {
  minFen: 100,
  maxFen: 5_000,
  maxPerDay: 3,
  reserveFen: 0,
  feeBp: 0,
  feeFlatFen: 0,
  freePerWeek: 0,
  weekMask: 127,
  ways: ['BANK'],
  accountCoolingHours: 24,
  autoApproveBelowFen: 0,
  secondReviewFromFen: 0,
  overdueHours: 24,
}
const params = {
  mode: 'NEAREST',
  minRadiusM: 1_000,
  radiusStepM: 500,
  maxRadiusM: 5_000,
  roundS: 20,
  rounds: 5,
  totalS: 120,
  offerS: 15,
  positionMaxAgeS: 60,
  offersPerDriver: 2,
  walletFloorFen: 0,
  grabDrivers: 5,
  batchS: 5,
  batchCandidates: 10,
  batchWorseS: 60,
  fairnessSPerHour: 0,
}
const app = {
  appId: '5',
  platform: 'IOS',
  name: '司机端',
  logo: '',
  identifier: 'cn.x',
  remark: '',
  enabled: true,
  administrators: [],
  allowedActions: ['update', 'settings'],
}

// biome-ignore format: a row to a line
const forms: Record<string, Form> = {
  'an enterprise': {
    row: { enterpriseId: '7', name: '甲公司', creditCode: '', contactName: '', contactPhone: '13800001234', payMode: 'POSTPAID', state: 'ACTIVE', cityIds: [], channelId: null, creditLimitFen: 10_000, perOrderLimitFen: null, monthLimitFen: null, billDay: 1, hours: null, remark: '', version: 1 },
    theirs: { creditLimitFen: 9_000_000 },
    draw: (row) => <EnterpriseForm open row={row} onClose={close} />,
    type: ['企业名称', '甲乙公司'],
    mine: { name: '甲乙公司', creditLimitFen: '10000', contactPhone: '13800001234' },
    taken: { creditLimitFen: '9000000' },
    shown: '90000',
    saves: '/api/enterprise/save',
    refusal: 'enterprise.versionConflict',
    again: (row) => row,
  },
  'the tax settings': {
    row: { withhold: false, taxableOn: 'APPLICATION', payerName: '', payerTaxNo: '', expenseBp: 2_000, monthlyExemptFen: 500_000, bands, version: 1, mayChange: true },
    theirs: { bands: [{ uptoFen: null, rateBp: 1_000, quickFen: 0 }] },
    draw: (row) => <TaxForm open tax={row} onClose={close} />,
    type: ['扣缴义务人', '归航'],
    mine: { payerName: '归航', bands: JSON.stringify(bands) },
    taken: { bands: JSON.stringify([{ uptoFen: null, rateBp: 1_000, quickFen: 0 }]) },
    shown: '10%',
    saves: '/api/withdraw/daijiao/config/save',
    refusal: 'withdrawalTerms.versionConflict',
    again: (row) => row,
  },
  'withdrawal terms': {
    row: { settingId: '3', cityId: '1', cityName: '杭州', ...terms, version: 1 },
    theirs: { feeBp: 150 },
    draw: (row) => <CitySettingForm of={termsSetting()} editing={{ row, whole: false }} defaults={terms as never} cities={[]} onClose={close} />,
    type: ['每日次数', '9'],
    mine: { maxPerDay: '9', feeBp: '0' },
    taken: { feeBp: '150' },
    shown: '1.5',
    saves: '/api/withdraw/save',
    refusal: 'withdrawalTerms.versionConflict',
    again: (row) => row,
  },
  'a price template': {
    row: { templateId: '4', version: 1, newestVersion: 1, code: 'A', name: '杭州', ownerType: 'CITY', ownerId: null, cityIds: ['1'], channelIds: [], serviceType: 'TRIP', status: 'EFFECTIVE', effectiveTo: null, rules: emptyRules },
    theirs: { newestVersion: 2, rules: { ...emptyRules, stepFen: 999 } },
    draw: (row) => <TemplateForm open source={row} onClose={close} onSaved={close} />,
    type: ['里程步长', '2'],
    mine: { rules: { ...emptyRules, stepM: 2_000 } },
    taken: { rules: { ...emptyRules, stepM: 2_000, stepFen: 999 } },
    shown: '9.99',
    saves: '/api/price/template/save',
    versionName: 'baseVersion',
    refusal: 'pricingTemplate.versionConflict',
    again: (row) => row,
  },
  'a dynamic rate': {
    row: { rateId: '6', cityId: '1', name: '晚高峰', weekMask: 127, from: '21:00:00', to: '24:00:00', rateBp: 12_000, maxFen: null, enabled: true, version: 1 },
    theirs: { rateBp: 15_000 },
    draw: (row) => <DynamicDialog open row={row} onClose={close} />,
    type: ['名称', '夜间'],
    mine: { name: '夜间', rateBp: '12000' },
    taken: { rateBp: '15000' },
    shown: '1.5',
    saves: '/api/price/dynamic/save',
    refusal: 'pricingRate.versionConflict',
    again: rows,
  },
  'a weather charge': {
    row: { ruleId: '6', cityId: '1', name: '暴雨', flatFen: 500, rateBp: null, activeFrom: '2026-11-20T10:00:00.000Z', activeTo: '2026-11-21T10:00:30.000Z', enabled: true, version: 1 },
    theirs: { flatFen: 800 },
    draw: (row) => <WeatherDialog open row={row} onClose={close} />,
    type: ['名称', '大雨'],
    // What was not touched goes back to the second, though the field shows minutes.
    mine: { name: '大雨', flatFen: '500', activeTo: '2026-11-21T10:00:30.000Z' },
    taken: { flatFen: '800' },
    shown: '8',
    saves: '/api/price/weather/save',
    refusal: 'pricingRate.versionConflict',
    again: rows,
  },
  'a price fence': {
    row: { fenceId: '8', cityId: '1', name: '机场', side: 'PICKUP', templateId: '4', priority: 1, weekMask: 127, polygon: square, effectiveFrom: '2026-11-20T10:00:00.000Z', effectiveTo: null, enabled: true, version: 1 },
    theirs: { priority: 20 },
    draw: (row) => (
      <FenceForm
        editing={{ fence: row, drawing: { corners: squareCorners, before: [] } }}
        cityId="1"
        start={{ lng: 120, lat: 30 }}
        onDraw={close}
        onFit={close}
        onClose={close}
      />
    ),
    type: ['围栏名称', '新机场'],
    mine: { name: '新机场', priority: 1 },
    taken: { priority: 20 },
    shown: '20',
    saves: '/api/price/fence/save',
    refusal: 'pricingFence.versionConflict',
    again: rows,
  },
  'an app': {
    row: { ...app, version: 1 },
    theirs: { identifier: 'cn.y' },
    draw: (row) => <AppForm open row={row} onClose={close} />,
    type: ['应用名称', '司机'],
    mine: { name: '司机', identifier: 'cn.x' },
    taken: { identifier: 'cn.y' },
    shown: 'cn.y',
    saves: '/api/app/update',
    refusal: 'apps.versionConflict',
    again: rows,
  },
  'what an app shows': {
    row: { settings: { servicePhone: '', latestVersion: '1.0', notice: '' }, version: 1 },
    theirs: { settings: { servicePhone: '', latestVersion: '2.0', notice: '' } },
    draw: () => <AppSettings row={app as never} onClose={close} />,
    type: ['公告', '代驾'],
    mine: { settings: JSON.stringify({ servicePhone: '', latestVersion: '1.0', notice: '代驾' }) },
    taken: { settings: JSON.stringify({ servicePhone: '', latestVersion: '2.0', notice: '代驾' }) },
    shown: '2.0',
    saves: '/api/app/setting/save',
    refusal: 'apps.versionConflict',
    again: (row) => row,
  },
  'a dispatch setting': {
    row: { settingId: '2', cityId: '1', channelId: null, serviceType: null, from: null, to: null, remark: '', ...params, version: 1 },
    theirs: { maxRadiusM: 8_000 },
    draw: (row) => <SettingForm open row={row} defaults={params as never} onClose={close} />,
    type: ['备注', '夜间'],
    mine: { remark: '夜间', maxRadiusM: '5000' },
    taken: { maxRadiusM: '8000' },
    shown: '8000',
    saves: '/djweb/cityDispatch/update',
    refusal: 'dispatchSettings.versionConflict',
    again: rows,
  },
  'a cancel rule': {
    row: { rowId: '2', code: 'R1', by: 'CUSTOMER', stage: null, cityId: null, channelId: null, serviceType: null, atLeastS: null, upToS: null, lateOverS: null, callsAtLeast: null, paidBy: null, ratingFromX100: null, ratingBelowX100: null, from: null, to: null, rank: 100, verdict: 'NO_FAULT', feeFen: 1_000, driverPenaltyFen: 0, waivers: 0, countsToRate: false, hideDriverS: 0, enabled: true, version: 1 },
    theirs: { feeFen: 2_000 },
    draw: (row) => <CancelRuleForm open row={row} onClose={close} />,
    type: ['编号', 'R2'],
    mine: { code: 'R2', feeFen: '1000' },
    taken: { feeFen: '2000' },
    shown: '20',
    saves: '/djweb/order/cancel_rule/save',
    refusal: 'cancelRules.versionConflict',
    again: rows,
  },
  'a team': {
    row: { teamId: '2', cityId: '1', name: '机场队', type: 'TEAM', channels: [], customers: [], groups: [], fence: null, weekMask: 127, from: null, to: null, exclusiveS: 30, fallback: 'OPEN', enabled: true, members: [{ driverNo: 'A1', priority: 0 }], version: 1 },
    theirs: { members: [{ driverNo: 'A1', priority: 0 }, { driverNo: 'B2', priority: 0 }] },
    draw: (row) => <TeamForm open row={row} places={places as never} onClose={close} />,
    type: ['车队名称', '站前队'],
    mine: { name: '站前队', members: JSON.stringify([{ driverNo: 'A1', priority: 0 }]) },
    taken: { members: JSON.stringify([{ driverNo: 'A1', priority: 0 }, { driverNo: 'B2', priority: 0 }]) },
    shown: 'A1、B2',
    saves: '/commonapi/admin/order-team-config/save',
    refusal: 'dispatchTeams.versionConflict',
    again: (row) => row,
  },
  'a customer': {
    row: { customerId: '9', name: '王', gender: 'MALE', cityId: null, plateNos: [], tags: [], remark: '', version: 1 },
    theirs: { remark: '醉酒多次' },
    draw: (row) => <CustomerDialog open phone="13800001234" customer={row} cities={[]} onClose={close} />,
    type: ['称呼', '王先生'],
    // Only what was changed here is sent.
    mine: { name: '王先生' },
    taken: { name: '王先生' },
    shown: '醉酒多次',
    saves: '/update_customer_info',
    refusal: 'customer.versionConflict',
    again: (row) => ({ customer: row }),
  },
  'what drivers have to show': {
    row: { cityId: '1', faceRequired: false, faceEveryHours: 24, faceFirstOrder: false, faceRandomPercent: 0, facePayout: false, faceMaxFail: 3, faceLockMinutes: 30, facePicture: false, examGroups: [], insuranceRequired: false, insuranceEveryHours: 24, policies: [], photosBeforeDepart: 0, receiptFromFen: null, version: 1 },
    theirs: { receiptFromFen: 2_000 },
    draw: (row) => <RulesForm editing={{ row }} rows={[]} exams={[]} cities={[]} onClose={close} />,
    type: ['出发前车辆照片', '3'],
    mine: { photosBeforeDepart: '3' },
    taken: { receiptFromFen: '2000' },
    shown: '20',
    saves: '/djweb/driverDuty/save',
    refusal: 'driverDuty.versionConflict',
    again: rows,
  },
  'a tenant': {
    row: { tenantId: '2', name: '归航', brandName: '归航代驾', domain: '', logo: '', version: 1 },
    theirs: { domain: 'x.example.com' },
    draw: (row) => <TenantEdit open row={row} onClose={close} />,
    type: ['企业名称', '归航科技'],
    mine: { name: '归航科技', domain: '' },
    taken: { domain: 'x.example.com' },
    shown: 'x.example.com',
    saves: '/api/djy/tenant-update',
    refusal: 'tenancy.versionConflict',
    again: rows,
  },
}

let there: Row
let form: Form
let sent: Row[]
const versionOf = (row: Row) => String(row[form.versionName === 'baseVersion' ? 'newestVersion' : 'version'])
beforeEach(() => {
  sent = []
  stubBrowser()
  Element.prototype.scrollIntoView = () => {}
  setSession({ permissions: ['pricing.edit'] })
  stubServer(({ pathname, searchParams }, init) => {
    if (searchParams.get('method') === 'common.city.list') return Response.json({ code: 0, data: { rows: places.cities } })
    if (pathname.endsWith('/getBrowserAk')) return Response.json({ code: 0, data: { ...offlineConfig, files: [] } })
    if (!pathname.endsWith(form.saves)) {
      const asked = form.again(there)
      return Response.json({ code: 0, data: asked ?? { rows: [] } })
    }
    const text = typeof init?.body === 'string' || init?.body instanceof URLSearchParams ? String(init.body) : ''
    const body: Row = text.startsWith('{') ? (JSON.parse(text) as Row) : Object.fromEntries([...searchParams, ...new URLSearchParams(text)])
    sent.push(body)
    return String(body[form.versionName ?? 'version']) === versionOf(there)
      ? Response.json({ code: 0, data: { ...there, templateId: '4', appId: '5' } })
      : Response.json({ code: 40900, error: form.refusal, message: '已被他人修改', data: { current: there } })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  setSession({ permissions: [] })
  vi.unstubAllGlobals()
})

test.each(Object.keys(forms))('%s: two editors at once overwrite nothing unseen, and the second finds a way on', async (name) => {
  form = forms[name]!
  there = form.row
  const page = (row: Row) => (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{form.draw(row as never)}</MemoryRouter>
    </QueryClientProvider>
  )
  const view = render(page(form.row))
  const field = await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${form.type[0].replace(/[()（）]/g, '.')}`), {
    selector: 'input, textarea',
  })
  fireEvent.change(field, { target: { value: form.type[1] } })

  // The colleague saves, and the screen behind the form is asked for again.
  there = { ...form.row, ...form.theirs, version: 2 }
  await queryClient.invalidateQueries()
  view.rerender(page(there))
  expect(field.value).toBe(form.type[1])

  const save = () => fireEvent.click(screen.getByText(/^保\s?存(围栏)?$/).closest('button')!)
  save()
  const differences = await screen.findByLabelText('两个版本的差异')
  expect(sent).toHaveLength(1)
  expect(String(sent[0]![form.versionName ?? 'version'])).toBe(versionOf(form.row))
  expect(sent[0]).toMatchObject(form.mine)
  expect(differences.textContent).toContain(form.shown)

  fireEvent.click(screen.getByText('载入最新内容，保留我的修改'))
  await waitFor(() => expect(screen.queryByLabelText('两个版本的差异')).toBeNull())
  save()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(String(sent[1]![form.versionName ?? 'version'])).toBe(versionOf(there))
  expect(sent[1]).toMatchObject({ ...form.mine, ...form.taken })
})
