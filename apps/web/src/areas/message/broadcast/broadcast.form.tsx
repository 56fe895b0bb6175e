import {
  BROADCAST_BODY_MAX,
  BROADCAST_NAME_MAX,
  type BroadcastRow,
  broadcastWhom,
  broadcastWhomText,
} from '@chauffeur/contract/message/broadcast-model'
import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import { refuseBy, refuseLine } from '@chauffeur/contract/message/broadcast-text'
import { MOST_DRIVER_LEVEL } from '@chauffeur/contract/driver/level-model'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import {
  choicesOf,
  CityField,
  CountField,
  FieldRow,
  InstantField,
  LongTextField,
  RadioField,
  SelectField,
  TextField,
  WithField,
} from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { BroadcastPreview } from './broadcast-preview.tsx'
import { CodeFields } from './carriers.tsx'
import { saidOf, valuesOf } from './form.view.ts'

const DAYS = { min: 1, max: 730 }

/** A text to many: what it says, to whom, when; with who would get it counted before it is saved. */
export default function BroadcastForm({ open, row: shown, onClose }: RowFormProps<BroadcastRow>) {
  const cities = useCities()
  const { data } = useCall(broadcastCalls.index, {}, { enabled: open })
  const options = (all: readonly { key: string; value: string }[] = []) => all.map(({ key, value }) => ({ value: key, label: value }))
  const levels = (data?.levels ?? []).map(({ key, value }) => ({ value: Number(key), label: value }))
  const driverLevels = Array.from({ length: MOST_DRIVER_LEVEL }, (_, at) => ({ value: at + 1, label: t('{n} 级〔司机〕', { n: at + 1 }) }))
  return (
    <CallForm
      call={broadcastCalls.save}
      open={open}
      as="drawer"
      width={720}
      title={(row) => (row ? t('修改群发') : t('新建群发'))}
      row={shown}
      initial={{ whom: 'CUSTOMERS', refuseBy: 'R', cityIds: [] }}
      valuesOf={valuesOf as never}
      input={(values) => saidOf(values as never)}
      present={broadcastCalls.detail}
      of="broadcastId"
      saved={() => t('已保存为草稿，提交后由另一位有权限的人员批准')}
      onClose={onClose}
    >
      <TextField name="name" label={t('名称')} required maxLength={BROADCAST_NAME_MAX} hint={t('收到短信的人看不到')} />
      <RadioField name="whom" label={t('发给')} required choices={choicesOf(broadcastWhom.options, broadcastWhomText)} />
      <CityField name="cityIds" label={t('城市')} multiple hint={t('不选为全部城市；没有城市的客户只在全部城市里')} />
      <WithField name="whom">
        {(whom) =>
          whom === 'DRIVERS' ? (
            <>
              <p className="broadcast-note">
                {t('短信发到司机的手机，司机不打开司机端也能看到，按条收费；不需回执的工作通知请用“司机公告”，免费且知道谁已读。')}
              </p>
              <FieldRow>
                <SelectField name="levels" label={t('司机等级〔公告〕')} multiple placeholder={t('不限等级')} choices={driverLevels} />
                <CountField name="lastWithinDays" label={t('多少天内有订单')} {...DAYS} suffix={t('天')} />
                <CountField name="lastBeforeDays" label={t('超过多少天没有订单')} {...DAYS} suffix={t('天')} />
              </FieldRow>
            </>
          ) : (
            <>
              <p className="broadcast-note">{t('只发给同意接收营销信息、没有退订、不在黑名单中的客户；发送的那一刻会再核对一次。')}</p>
              <FieldRow>
                <SelectField name="groupIds" label={t('客户分组')} multiple placeholder={t('不限分组')} choices={options(data?.groups)} />
                <SelectField name="levels" label={t('客户等级')} multiple placeholder={t('不限等级')} choices={levels} />
              </FieldRow>
              <FieldRow>
                <CountField name="lastWithinDays" label={t('多少天内有订单')} {...DAYS} suffix={t('天')} />
                <CountField name="lastBeforeDays" label={t('超过多少天没有订单')} {...DAYS} suffix={t('天')} />
              </FieldRow>
            </>
          )
        }
      </WithField>
      <LongTextField name="body" label={t('内容')} required maxLength={BROADCAST_BODY_MAX} rows={3} />
      <BroadcastPreview />
      <FieldRow>
        <TextField name="sign" label={t('签名')} maxLength={12} hint={t('不填为企业品牌名；须与服务商备案一致')} />
        <SelectField
          name="refuseBy"
          label={t('退订方式')}
          required
          hint={t('法律要求，自动加在末尾')}
          choices={refuseBy.options.map((value) => ({ value, label: tr(refuseLine[value]) }))}
        />
      </FieldRow>
      <CodeFields open={open} />
      <InstantField
        name="sendAt"
        label={t('计划发送时间')}
        hint={t('不填则批准后立即发送；免打扰时段内的城市等到时段结束')}
        offsetMinutes={cities.list[0]?.utcOffsetMinutes ?? null}
      />
    </CallForm>
  )
}
