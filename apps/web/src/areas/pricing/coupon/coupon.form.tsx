import {
  couponEvent,
  couponEventText,
  couponTemplateCalls,
  type CouponTemplateRow,
  couponTypeText,
  funderText,
} from '@chauffeur/contract/pricing/coupon-template'
import { serviceType, serviceTypeText } from '@chauffeur/contract/order/model'
import { couponType, discountFunder } from '@chauffeur/contract/pricing/model'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import {
  ChannelField,
  choicesOf,
  CityField,
  CountField,
  FieldRow,
  GroupField,
  HoursField,
  InstantField,
  LongTextField,
  MoneyField,
  PercentField,
  SelectField,
  SwitchField,
  TextField,
  WithField,
} from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { FenceField } from './fence-field.tsx'

/** What a coupon is worth, where it may be used, how many there are, and who pays. */
export default function CouponForm({ open, row: shown, onClose }: RowFormProps<CouponTemplateRow>) {
  const offsetMinutes = useCities().list[0]?.utcOffsetMinutes ?? null
  return (
    <CallForm
      call={couponTemplateCalls.save}
      refreshes={[couponTemplateCalls.list, couponTemplateCalls.find]}
      open={open}
      as="drawer"
      width={640}
      title={(row) => (row ? t('修改优惠券') : t('新建优惠券'))}
      row={shown}
      initial={{ type: 'CASH', funder: 'TENANT', daysAfterGrant: 30, totalIssue: 0, perUserLimit: 0 }}
      present={async ({ couponTemplateId, name }) =>
        (await sendCall(couponTemplateCalls.list, { keyword: name, pageSize: 200 })).rows.find(
          (one) => one.couponTemplateId === couponTemplateId,
        )
      }
      of="couponTemplateId"
      onClose={onClose}
    >
      {(row) => {
        const locked = (row?.issued ?? 0) > 0 && t('已有客户领取，不能再改')
        return (
          <>
            <FieldRow>
              <TextField name="name" label={t('名称')} required maxLength={40} />
              <SelectField name="type" label={t('类型')} required locked={locked} choices={choicesOf(couponType.options, couponTypeText)} />
            </FieldRow>
            <WithField name="type">
              {(type) => (
                <FieldRow>
                  {type === 'CASH' || type === 'FIXED_PRICE' ? (
                    <MoneyField
                      name="faceFen"
                      label={type === 'CASH' ? t('面额') : t('一口价')}
                      required
                      locked={locked}
                      min={1}
                      max={10_000_000}
                    />
                  ) : null}
                  {type === 'RATE' ? (
                    <PercentField name="rateBp" label={t('仍付比例')} required locked={locked} min={1} max={9_999} hint={t('88 折填 88')} />
                  ) : null}
                  {type === 'CASH' ? null : <MoneyField name="maxFen" label={t('最多减')} locked={locked} min={1} max={10_000_000} />}
                  <MoneyField name="minSubtotalFen" label={t('满多少可用')} locked={locked} min={0} max={10_000_000} />
                </FieldRow>
              )}
            </WithField>
            <FieldRow>
              <CountField name="daysAfterGrant" label={t('领取后有效')} locked={locked} min={1} max={730} suffix={t('天')} />
              <InstantField name="validFrom" label={t('固定期限自')} locked={locked} offsetMinutes={offsetMinutes} />
              <InstantField
                name="validTo"
                label={t('固定期限至')}
                locked={locked}
                offsetMinutes={offsetMinutes}
                hint={t('与有效天数二选一')}
              />
            </FieldRow>
            <CityField name="cityIds" label={t('适用城市')} multiple locked={locked} />
            <ChannelField name="channelIds" label={t('适用渠道')} multiple locked={locked} hint={t('不选为全部渠道')} />
            <FieldRow>
              <SelectField
                name="serviceTypes"
                label={t('适用业务')}
                multiple
                locked={locked}
                placeholder={t('全部业务')}
                choices={choicesOf(serviceType.options, serviceTypeText)}
              />
              <FenceField locked={locked} />
            </FieldRow>
            <HoursField name="bands" label={t('可用时段（按出发时间；不填为全天，跨零点请分成两段）')} locked={locked} />
            <SwitchField name="newCustomerOnly" label={t('仅限新客户首单')} locked={locked} />
            <FieldRow>
              <CountField name="totalIssue" label={t('发放上限')} min={0} max={10_000_000} hint={t('0 为不限；收回的不退回')} />
              <CountField name="perUserLimit" label={t('每人限领')} min={0} max={1_000} hint={t('0 为不限')} />
              <CountField name="pricePoints" label={t('兑换所需积分')} min={1} max={10_000_000} hint={t('不填为不能用积分兑换')} />
              <SelectField
                name="grantedOn"
                label={t('自动发放')}
                choices={choicesOf(couponEvent.options, couponEventText)}
                placeholder={t('不自动发放')}
              />
            </FieldRow>
            <GroupField
              name="groupIds"
              label={t('可领取分组')}
              multiple
              most={20}
              placeholder={t('所有客户')}
              hint={t('手工、名单、兑换码和自动发放都只给这些分组的成员')}
            />
            <FieldRow>
              <SelectField
                name="funder"
                label={t('承担方')}
                required
                locked={locked}
                choices={choicesOf(discountFunder.options, funderText)}
              />
              <WithField name="funder">
                {(funder) =>
                  funder === 'PARTNER' ? <ChannelField name="funderChannelId" label={t('承担合作方')} required locked={locked} /> : null
                }
              </WithField>
            </FieldRow>
            <LongTextField name="remark" label={t('备注')} maxLength={200} />
          </>
        )
      }}
    </CallForm>
  )
}
