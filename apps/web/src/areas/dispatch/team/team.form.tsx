import {
  type DispatchTeam,
  dispatchTeamsCalls,
  teamFallback,
  teamFallbackText,
  type TeamType,
  teamType,
  teamTypeText,
} from '@chauffeur/contract/dispatch/team'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Form } from 'antd'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import {
  ChannelField,
  choicesOf,
  CityField,
  CountField,
  CustomerField,
  FieldFrame,
  FieldGroup,
  GroupField,
  HoursFields,
  LongTextField,
  RadioField,
  SwitchField,
  TextField,
  WeekdaysField,
} from '#kit/fields/fields.ts'
import { sendCall, useSend } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import type { Choices } from '#shared/city/scope-fields.tsx'
import { AreaField } from './pickup-area.tsx'
import { teamFault } from './team-fault.ts'
import { type TeamMember, TeamMembers } from './team-members.tsx'
import { numbersIn } from './team.view.ts'

type Values = Omit<InputOf<typeof dispatchTeamsCalls.save>, 'channelIds' | 'customerIds' | 'groupIds' | 'customerPhones' | 'members'> & {
  channelIds?: string[]
  customerIds?: string[]
  groupIds?: string[]
  customerPhones?: string
  members?: readonly TeamMember[]
}
export default function TeamForm({ open, row: shown, places, onClose }: RowFormProps<DispatchTeam> & { places: Choices }) {
  const { send } = useSend(dispatchTeamsCalls.save)
  return (
    <EditForm<Values, DispatchTeam>
      open={open}
      as="drawer"
      width={720}
      title={(row) => (row ? t('修改车队') : t('新建车队'))}
      row={shown}
      valuesOf={({ channels, customers, groups, ...row }) => ({
        ...row,
        channelIds: channels.map(({ channelId }) => channelId),
        customerIds: customers.map(({ customerId }) => customerId),
        groupIds: groups.map(({ groupId }) => groupId),
      })}
      initial={{ type: 'TEAM', weekMask: 127, exclusiveS: 30, fallback: 'OPEN', enabled: true }}
      present={({ teamId }) => sendCall(dispatchTeamsCalls.edit, { teamId })}
      save={({ channelIds = [], customerIds = [], groupIds = [], customerPhones, members = [], ...values }, row) =>
        send({
          ...values,
          ...(row && { teamId: row.teamId, version: row.version }),
          channelIds,
          customerIds,
          groupIds,
          customerPhones: numbersIn(customerPhones),
          members: members.map(({ driverNo, priority }) => ({ driverNo, priority })),
        }).catch((error: unknown) => {
          throw teamFault(error)
        })
      }
      draft={`team-${shown?.teamId ?? 'new'}`}
      onClose={onClose}
    >
      {(row) => (
        <>
          <TextField name="name" label={t('车队名称')} required maxLength={40} />
          <RadioField
            name="type"
            label={t('类型')}
            required
            locked={row !== null}
            hint={row ? undefined : t('区域排队：空闲司机在区域内先到先得；类型保存后不能修改')}
            choices={choicesOf(teamType.options, teamTypeText)}
          />
          <CityField name="cityId" required locked={row !== null} />
          <FieldGroup title={t('适用订单（填了的都要符合）')}>
            <ChannelField name="channelIds" multiple placeholder={t('全部渠道')} />
            <CustomerField name="customerIds" multiple placeholder={t('全部客户')} />
            <GroupField of="TEAM" name="groupIds" multiple hint={t('车队分组')} />
            <LongTextField
              name="customerPhones"
              label={t('按电话批量添加客户')}
              hint={t('客户电话，每行一个，也可用空格或逗号分开')}
              maxLength={4_000}
            />
            <AreaField cities={places.cities} />
          </FieldGroup>
          <FieldGroup title={t('生效时段（城市当地时间）')}>
            <WeekdaysField name="weekMask" label={t('星期')} hint={t('跨零点的时段算在开始的那一天')} required />
            <HoursFields />
          </FieldGroup>
          <CountField
            name="exclusiveS"
            label={t('优先时长')}
            hint={t('0 秒且之后向全城派单时，车队不优先')}
            required
            min={0}
            max={120}
            suffix={t('秒')}
          />
          <RadioField name="fallback" label={t('无人接单时')} required choices={choicesOf(teamFallback.options, teamFallbackText)} />
          <MembersField />
          <SwitchField name="enabled" label={t('启用')} />
        </>
      )}
    </EditForm>
  )
}

/** A team has drivers; in a queue all of the city may stand. */
function MembersField() {
  const queue = Form.useWatch<TeamType | undefined>('type') === 'POI_QUEUE'
  const cityId = Form.useWatch<string | undefined>('cityId')
  return (
    <FieldFrame
      name="members"
      label={queue ? t('可排队的司机工号') : t('司机工号')}
      hint={queue ? t('不填则全城司机都可排队') : undefined}
      required={!queue}
      rules={queue ? [] : [{ type: 'array', min: 1, message: t('请填写司机工号') }]}
      known={{ words: ((members?: readonly TeamMember[]) => joined((members ?? []).map(({ driverNo }) => driverNo))) as never }}
    >
      <TeamMembers ranked={!queue} cityId={cityId} />
    </FieldFrame>
  )
}
