import { STANDARD_LOOK, type VersionLook } from '@chauffeur/contract/driver/display'
import { Form, Segmented } from 'antd'
import { useState } from 'react'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { fromWords } from './display.view.ts'
import './display.css'

type Scene = 'OFF' | 'OFFER' | 'TRIP'

/** The driver's page as the form has it now, at three moments of an evening; names and numbers are examples. */
export function PhonePreview() {
  const looks = Form.useWatch<Partial<VersionLook>[] | undefined>('looks') ?? []
  const [at, setAt] = useState(0)
  const [scene, setScene] = useState<Scene>('OFF')
  const shown = Math.min(at, Math.max(looks.length - 1, 0))
  const look: VersionLook = { minVersion: '', ...STANDARD_LOOK, ...looks[shown] }
  return (
    <section className="display-preview" aria-label={t('预览')}>
      <div className="display-preview-choices">
        <Segmented<number>
          size="small"
          aria-label={t('预览哪个版本')}
          value={shown}
          options={looks.map((one, value) => ({ value, label: fromWords({ minVersion: one?.minVersion ?? '' }) }))}
          onChange={setAt}
        />
        <Segmented<Scene>
          size="small"
          aria-label={t('预览哪个时刻')}
          value={scene}
          options={[
            { value: 'OFF', label: t('未上线') },
            { value: 'OFFER', label: t('新订单') },
            { value: 'TRIP', label: t('去接客户') },
          ]}
          onChange={setScene}
        />
      </div>
      <Telephone look={look} scene={scene} />
    </section>
  )
}

/** An example: which is hidden is what matters, not whose it is. */
const nameShown = (as: 'SURNAME' | 'FULL') => (as === 'FULL' ? t('王小明') : t('王**'))

function Telephone({ look, scene }: { look: VersionLook; scene: Scene }) {
  const brand = useSession((state) => state.brandName)
  return (
    <div className="display-phone">
      <p className="display-phone-head">
        <b>{brand}</b> <span>{t('张师傅 · {no}', { no: 'HZ0001' })}</span>
      </p>
      {look.weather ? <p className="display-phone-soft">{t('恶劣天气，每单加 {sum}', { sum: moneyText(800) })}</p> : null}
      {scene === 'OFF' ? (
        <>
          <p className="display-phone-state">{t('未上线')}</p>
          {look.offDutyText ? <p className="display-phone-card">{look.offDutyText}</p> : null}
          <p className="display-phone-button" data-main>
            {t('上线接单')}
          </p>
        </>
      ) : null}
      {scene === 'OFFER' ? (
        <>
          {look.queue ? <p className="display-phone-soft">{t('西湖音乐节 · 排队第 {n} 位，共 {m} 人', { n: 3, m: 12 })}</p> : null}
          <div className="display-phone-card">
            <b>{t('新订单')}</b>
            <p>{t('文三路 478 号')}</p>
            <p className="display-phone-soft">{t('距您 1.2 公里，约 4 分钟')}</p>
            {look.estimate ? <b>{t('预估 {sum}', { sum: moneyText(5_800) })}</b> : null}
          </div>
        </>
      ) : null}
      {scene === 'TRIP' ? (
        <div className="display-phone-card">
          <b>{t('去接客户')}</b>
          {look.customerName === 'NONE' ? null : <p>{t('客户：{name}', { name: nameShown(look.customerName) })}</p>}
          <p>{t('文三路 478 号')}</p>
          <p className="display-phone-button" data-main>
            {t('我已到达')}
          </p>
        </div>
      ) : (
        <>
          {look.wallet ? <p className="display-phone-button">{t('钱包')}</p> : null}
          {look.level ? <p className="display-phone-button">{t('我的等级')}</p> : null}
        </>
      )}
      <p className="display-phone-soft">{t('客服电话 {phone}', { phone: look.servicePhone || t('（应用设置的电话）') })}</p>
    </div>
  )
}
