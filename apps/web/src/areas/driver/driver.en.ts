export default {
  行程结束后停用: 'Disabled after trip',
  上线时间: 'Online since',
  机构司机: 'Organisation drivers',
  听单范围: 'Listening ranges',
} satisfies Record<string, string>
