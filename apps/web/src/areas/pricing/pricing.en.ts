export default {
  天气与动态加价: 'Weather and dynamic pricing',
  按公里: 'Per kilometre',
  按段: 'By blocks',
  '生效时间（不填为立即生效）': 'In force from (empty: now)',
  '失效时间（不填为长期有效）': 'In force until (empty: without end)',
  '已停用 {name}': '{name} is off',
  '已启用 {name}': '{name} is on',
  归属分组: 'Group it belongs to',
} satisfies Record<string, string>
