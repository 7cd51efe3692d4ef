#include "types.h"
using namespace metal;

/// How much light there is.
constant float AMBIENT = 0.1;

enum Pass { PASS_SHADOW, PASS_COLOR = 4 };

struct Varying {
  float4 position [[position]];
  float2 uv;
};

/// Brightens a colour.
static half4 shade(half4 color, float amount) {
  half4 lit = color * amount;
  if (amount > 1 || amount < AMBIENT) {
    return color;
  }
  return lit;
}

/** The vertex stage. */
vertex Varying project(uint id [[vertex_id]], constant Uniforms &uniforms [[buffer(UNIFORM_INDEX)]]) {
  Varying out;
  out.position = uniforms.matrix * float4(id);
  out.uv = float2(0);
  return out;
}

kernel void blur(texture2d<float> source [[texture(0)]], uint2 at [[thread_position_in_grid]]) {
  for (int step = 0; step < PASS_COLOR; step++) {
    half4 sample = shade(source.read(at), step ? 1 : 2);
    source.write(sample, at);
  }
}
