import { Segmented } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { t } from '#platform/text/text.ts'

/** The businesses, or what was done to them. */
export function View() {
  const [params, setParams] = useSearchParams()
  return (
    <Segmented<'list' | 'log'>
      value={params.get('view') === 'log' ? 'log' : 'list'}
      aria-label={t('租户或日志')}
      onChange={(next) => setParams(next === 'log' ? { view: 'log' } : {}, { replace: true })}
      options={[
        { value: 'list', label: t('租户列表') },
        { value: 'log', label: t('租户日志') },
      ]}
    />
  )
}
