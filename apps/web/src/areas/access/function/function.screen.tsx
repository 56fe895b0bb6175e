import { Tabs } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { Page } from '#ui/page/page.tsx'
import { FunctionList } from './function.list.tsx'
import { SystemList } from './system.list.tsx'
import '#kit/tree/tree.css'

/** Every function roles can give, and the systems they belong to. */
export default function FunctionScreen() {
  const [params, setParams] = useSearchParams()
  const maySystems = useCan('system.view')
  const items = [
    { key: 'functions', label: t('功能'), children: <FunctionList /> },
    ...(maySystems ? [{ key: 'systems', label: t('系统'), children: <SystemList /> }] : []),
  ]
  return (
    <Page title={t('功能与系统')} fill>
      <Tabs
        className="tall-tabs"
        size="small"
        activeKey={maySystems && params.get('tab') === 'systems' ? 'systems' : 'functions'}
        onChange={(tab) => setParams(tab === 'functions' ? {} : { tab }, { replace: true })}
        items={items}
      />
    </Page>
  )
}
