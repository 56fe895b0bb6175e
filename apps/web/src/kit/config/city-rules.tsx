import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import type { VersionFacts } from '@chauffeur/contract/kernel/version'
import { Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { sendCall, useCall } from '#platform/http/call.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCities } from '../pickers/use-cities.ts'
import { type Fact, savedAgain } from './config.view.ts'
import { VersionsDrawer } from './versions.tsx'
import './config.css'

const WHOLE = 'all'

type VersionOf<History> = AnswerOf<History> extends { rows: (infer Row)[] } ? Row & VersionFacts : never

/** Whose rules are looked at: a city's, or those of all cities that have none of their own. */
export interface RulesPlace {
  cityId: string | null
  cityName: string
}
interface CityRulesProps<Read extends Call, Save extends Call, History extends Call> {
  title: string
  /** What a change is for, in a few words. */
  extra: string
  /** Takes a city or none, and answers what holds there, who may change it (`mayChange`), and the `cities` with rules of their own. */
  read: Read
  save: Save
  history: History
  factsOf: (version: VersionOf<History>) => Fact[]
  /** The form by which they are changed, for whoever may. */
  form: (here: AnswerOf<Read>, at: RulesPlace & { open: boolean; onClose: () => void }) => ReactNode
  /** What holds there. */
  children: (here: AnswerOf<Read>, at: RulesPlace) => ReactNode
}

/** A page of rules of one kind, of all cities or of one: what holds there, its versions, the way back to one of them, and the way to change it. */
export function CityRulesPage<Read extends Call, Save extends Call, History extends Call>({
  title,
  extra,
  read,
  save,
  history,
  factsOf,
  form,
  children,
}: CityRulesProps<Read, Save, History>) {
  const [city, setCity] = useTabState('city', WHOLE)
  const cityId = city === WHOLE ? null : city
  const cities = useCities()
  const input = cityId ? { cityId } : {}
  const query = useCall(read, input as InputOf<Read>)
  const [open, setOpen] = useState<'form' | 'history' | null>(null)
  const cityName = cityId ? cities.name(cityId) : t('全部城市')
  const answer = query.data as { mayChange: boolean; cities: { cityId: string }[] } | undefined
  const own = new Set(answer?.cities.map((one) => one.cityId))
  const mayChange = answer?.mayChange ?? false
  const close = () => setOpen(null)
  return (
    <Page
      title={title}
      extra={extra}
      actions={
        <>
          <Select
            aria-label={t('城市')}
            value={city}
            onChange={setCity}
            style={{ minWidth: 160 }}
            options={[
              { value: WHOLE, label: t('全部城市') },
              ...cities.options.map(({ value, label }) => ({
                value,
                label: own.has(value) ? t('{city}（单独设置）', { city: label }) : label,
              })),
            ]}
          />
          <Button onClick={() => setOpen('history')}>{t('历史')}</Button>
          {mayChange ? (
            <Button type="primary" onClick={() => setOpen('form')}>
              {t('修改规则')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="config-rules">
        <Async query={query} skeleton={<Skeleton lines={10} />}>
          {(here) => (
            <>
              {children(here, { cityId, cityName })}
              {mayChange ? form(here, { cityId, cityName, open: open === 'form', onClose: close }) : null}
            </>
          )}
        </Async>
      </div>
      <VersionsDrawer<VersionOf<History>>
        open={open === 'history'}
        title={t('{name} 的历史', { name: cityName })}
        query={useCall(history, input as InputOf<History>, { enabled: open === 'history' }) as never}
        factsOf={factsOf}
        back={
          mayChange
            ? {
                call: save,
                save: (version, newest, changeReason) => {
                  const { cityName: _name, ...values } = savedAgain(version) as Record<string, unknown>
                  return sendCall(save, { ...values, version: newest.version, changeReason } as InputOf<Save>, { silent: true })
                },
                refreshes: [read, history],
              }
            : undefined
        }
        onClose={close}
      />
    </Page>
  )
}
