import { type DriverRow, driverCalls } from '@chauffeur/contract/driver/list'
import { LevelName } from '../level/level-name.tsx'
import { driverBatchCalls, driverFileCalls, qualificationText } from '@chauffeur/contract/driver/file'
import { freshnessText, workStatusText } from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { defineImport } from '#kit/import/import-button.tsx'
import { TemplateButton } from '#kit/import/template-button.tsx'
import { letters, orNone } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { Shown } from '#kit/list/define.view.ts'
import { choicesFrom, choicesOf } from '#kit/list/filters.ts'
import { FreshnessWord, WorkWord } from '#shared/driver/driver-legend.tsx'
import { NoMessageService } from '#shared/message/no-message-service.tsx'
import { Tag } from '#ui/show/tag.tsx'

const pathOf = (row: DriverRow) => `/yunYing/driverDetail?driverId=${row.driverId}`
export const ratingText = (x100: number) => (x100 / 100).toFixed(2)

/** Whether a driver may go on duty, and if not, why. */
export function DriverStanding({ row }: { row: Pick<DriverRow, 'qualification' | 'disabledReason' | 'workStatus'> }) {
  if (row.disabledReason !== '')
    return (
      <span title={row.disabledReason}>
        <Tag tone="lost">{row.workStatus === 'OFFLINE' ? t('已停用') : t('行程结束后停用')}</Tag>
      </span>
    )
  return (
    <Tag tone={row.qualification === 50 ? 'done' : 'wait'}>{tr(qualificationText[row.qualification] ?? String(row.qualification))}</Tag>
  )
}

const useOrgChoices = choicesFrom(driverCalls.orgs, {}, ({ rows }) => rows.map(({ orgId, name }) => ({ key: orgId, value: name })))

const Import = defineImport<DriverRow>(() => ({
  kind: 'driver.drivers',
  title: t('新司机'),
  may: driverBatchCalls.downloadHead,
  hint: t('每行一位新司机，表头见模板。身份证号一列须设为文本格式，否则表格会丢掉末尾数字。手机号或身份证已登记的行不会导入。'),
  example: t(
    '张伟，13900001111，身份证号，长期，C1，2012-05-01，2032-05-01，杭州，所属机构，工号，日常代驾，5000，紧急联系人，紧急联系电话，是',
  ),
  ask: { name: 'invite', label: t('导入后给新司机发送邀请短信'), Note: NoMessageService },
  refreshes: [driverCalls.list],
}))
const Buttons = (shown: Shown<DriverRow>) => (
  <>
    <TemplateButton call={driverBatchCalls.downloadHead} />
    <Import {...shown} />
  </>
)

/** The roll of drivers; with `organisationsOnly` those who belong to an organisation. */
export const driverList = (organisationsOnly: boolean) =>
  defineList(organisationsOnly ? driverCalls.orgList : driverCalls.list, ({ c, f }) => ({
    name: organisationsOnly ? 'driver.orgList' : 'driver.list',
    title: organisationsOnly ? t('机构司机') : t('司机列表'),
    rowKey: (row) => row.driverId,
    rowName: (row) => `${row.name} ${row.driverNo}`,
    open: pathOf,
    fills: t('逐位新建，或按模板批量导入；资料审核通过即可上线接单。'),
    ...(organisationsOnly ? {} : { Buttons }),
    add: { may: driverFileCalls.save, label: t('新建司机'), path: '/DriverAdd' },
    filters: [
      f.keyword(t('工号 / 姓名 / 手机号')),
      f.city(),
      f.choice('workStatus', t('工作状态'), [
        { key: 'ON_DUTY', value: t('在线（全部）') },
        { key: 'SILENT', value: t('在线但失联') },
        ...choicesOf(workStatusText),
      ]),
      f.choice('orgId', t('机构（含下级）'), useOrgChoices, { more: true }),
      f.flag('disabled', t('停用状态'), t('已停用'), t('未停用'), { more: true }),
    ],
    columns: [
      c.link('driverNo', t('工号'), pathOf, {
        like: 'G000000',
        sortable: true,
        under: (row) => tr(row.cityName),
        shows: ['driverNo', 'cityName'],
      }),
      c.two(
        'name',
        t('姓名'),
        (row) => row.name,
        (row) => orNone(row.orgName),
        [letters(5)],
        { grow: true, width: 130, shows: ['name', 'orgName'] },
      ),
      c.phone('phone', t('手机号'), { dial: (row) => ({ of: 'DRIVER', id: row.driverId }) }),
      c.two(
        'workStatus',
        t('工作状态'),
        (row) => <WorkWord status={row.workStatus} />,
        (row) => (row.freshness ? <FreshnessWord freshness={row.freshness} /> : ''),
        [...Object.values(workStatusText), ...Object.values(freshnessText)].map(tr),
        { besidePx: 16 },
      ),
      c.of(
        'standing',
        t('资质'),
        (row) => <DriverStanding row={row} />,
        [...Object.values(qualificationText).map(tr), t('已停用'), t('行程结束后停用')],
        { besidePx: 13, shows: ['qualification', 'disabledReason'] },
      ),
      c.of('level', t('等级'), (row) => <LevelName cityId={row.cityId} level={row.level} />, letters(4), { besidePx: 12, sortable: true }),
      c.count('orderCount', t('累计单量'), { sortable: true }),
      c.of('ratingX100', t('评分'), (row) => ratingText(row.ratingX100), '5.00', { align: 'right', sortable: true }),
      c.time('onlineSince', t('上线时间'), { sortable: true }),
    ],
    pollS: 30,
  }))
