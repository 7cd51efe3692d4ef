#include <metal_stdlib>
#include "shared.h"
using namespace metal;

constant int LIMIT = 3;

struct Fragment { float4 position [[position]]; };

inline float helper(float x) { return x; }

vertex Fragment vertex_main(uint id [[vertex_id]]) { Fragment out; return out; }

fragment half4 fragment_main(Fragment in [[stage_in]]) { return half4(helper(1)); }

kernel void add(device const float *a [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    metal::max(a[i], helper(2));
}
