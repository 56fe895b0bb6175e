import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type DriverRow, driverCalls } from '@chauffeur/contract/driver/list'
import { qualificationText } from '@chauffeur/contract/driver/file'
import { workStatus, workStatusText } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { openTab } from '#platform/tab/tab.ts'
import { type Locale, t, tr, useLocale } from '#platform/text/text.ts'
import { FreshnessWord, WorkWord } from '#shared/driver/driver-legend.tsx'
import { widthIn } from '#ui/table/grid.view.ts'
import { countText } from '#ui/show/measure.view.ts'
import { Page } from '#ui/page/page.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { type Column, type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'

const rowKey = (row: DriverRow) => row.driverId
const open = (row: DriverRow) => openTab(`/yunYing/driverDetail?driverId=${row.driverId}`)
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

function columnsOf(language: Locale): Column<DriverRow>[] {
  const wide = widthIn(language)
  return [
    {
      key: 'driverNo',
      title: t('工号'),
      width: 100,
      pin: 'left',
      fixed: true,
      sortable: true,
      cell: (row) => (
        <button type="button" className="ui-text-button" onClick={() => open(row)}>
          {row.driverNo}
        </button>
      ),
    },
    { key: 'name', title: t('姓名'), width: 96, cell: (row) => <span title={row.name}>{row.name}</span> },
    { key: 'phone', title: t('手机号'), width: 120, cell: (row) => <Phone value={row.phone} dial={{ of: 'DRIVER', id: row.driverId }} /> },
    { key: 'workStatus', title: t('工作状态'), width: wide(116, 140), cell: (row) => <WorkWord status={row.workStatus} /> },
    { key: 'standing', title: t('资质'), width: wide(116, 160), cell: (row) => <DriverStanding row={row} /> },
    {
      key: 'freshness',
      title: t('位置'),
      width: wide(96, 110),
      cell: (row) => (row.freshness ? <FreshnessWord freshness={row.freshness} /> : <span className="ui-none">—</span>),
    },
    { key: 'cityName', title: t('城市'), width: wide(88, 110), cell: (row) => tr(row.cityName) },
    {
      key: 'orgName',
      title: t('机构'),
      width: 120,
      grow: true,
      cell: (row) => (row.orgName === '' ? <span className="ui-none">—</span> : <span title={row.orgName}>{row.orgName}</span>),
    },
    { key: 'level', title: t('等级'), width: wide(70, 76), align: 'right', sortable: true, cell: (row) => row.level },
    {
      key: 'orderCount',
      title: t('累计单量'),
      width: wide(90, 110),
      align: 'right',
      sortable: true,
      cell: (row) => countText(row.orderCount),
    },
    { key: 'ratingX100', title: t('评分'), width: 76, align: 'right', sortable: true, cell: (row) => ratingText(row.ratingX100) },
    {
      key: 'onlineSince',
      title: t('上线时间'),
      width: wide(104, 120),
      sortable: true,
      cell: (row) => <Time at={row.onlineSince} />,
    },
  ]
}

const standings = (): Filter => ({
  kind: 'select',
  key: 'disabled',
  label: t('停用状态'),
  width: 120,
  options: [
    { key: 'false', value: t('未停用') },
    { key: 'true', value: t('已停用') },
  ],
})

/** The roll of drivers; with `organisationsOnly` those who belong to an organisation. */
export function DriverList({ organisationsOnly }: { organisationsOnly: boolean }) {
  const language = useLocale()
  const mayAdd = useCan('driver.edit')
  const cities = useCall(organisationsOnly ? driverCalls.orgOpenCities : driverCalls.openCities, {}).data?.rows
  const orgs = useCall(driverCalls.orgs, {}).data?.rows
  const columns = useMemo(() => columnsOf(language), [language])
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', key: 'keyword', label: t('关键字'), placeholder: t('工号 / 姓名 / 手机号'), width: language === 'en' ? 210 : 180 },
      {
        kind: 'select',
        key: 'cityId',
        label: t('城市'),
        width: 130,
        options: cities?.map((city) => ({ key: city.cityId, value: tr(city.name) })) ?? [],
      },
      {
        kind: 'select',
        key: 'orgId',
        label: t('机构（含下级）'),
        width: 190,
        options: orgs?.map((org) => ({ key: org.orgId, value: org.name })) ?? [],
      },
      {
        kind: 'select',
        key: 'workStatus',
        label: t('工作状态'),
        width: 140,
        options: [
          { key: 'ON_DUTY', value: t('在线（全部）') },
          { key: 'SILENT', value: t('在线但失联') },
          ...workStatus.options.map((key) => ({ key, value: tr(workStatusText[key]) })),
        ],
      },
      standings(),
    ],
    [language, cities, orgs],
  )
  const title = organisationsOnly ? t('机构司机') : t('司机列表')
  return (
    <Page
      title={title}
      fill
      actions={
        mayAdd ? (
          <Button type="primary" icon={<PlusOutlined />} href="#/DriverAdd" target="_blank">
            {t('添加司机')}
          </Button>
        ) : undefined
      }
    >
      <QueryTable
        name={organisationsOnly ? 'driver.orgList' : 'driver.list'}
        label={title}
        call={organisationsOnly ? driverCalls.orgList : driverCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        fills={t('添加司机后，资料审核通过即可上线接单。')}
        onOpen={open}
        pollS={30}
      />
    </Page>
  )
}
