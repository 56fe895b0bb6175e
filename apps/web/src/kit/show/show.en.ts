export default {
  '按道路（{provider}）': 'by road ({provider})',
  估算: 'estimated',
  按直线距离与本市实测弯路系数估算: 'The straight line, times how much longer streets are in this city as measured',
  '其中 {distance} 由{provider}按道路补全（{gaps} 处无定位）':
    '{distance} of it filled in by road by {provider} ({gaps} stretches without a position)',
} satisfies Record<string, string>
