/*
 * Lengths are in heights of the frame, and the pot turns in a studio that stands still. `place` holds cosine and sine of the
 * turn, the units in a metre, and the reach of the contact shadow. `sun` projects into the lamps' shadow maps in `dark`;
 * `soft` holds their blur, the samples taken, and an offset that differs from image to image.
 */

const HEAD = `#version 300 es
precision highp float;precision highp sampler2DArrayShadow;
uniform vec4 place;
`

/** Turns a vector of the pot into the studio. */
const SPIN = `vec3 spin(vec3 v){return vec3(v.x*place.x+v.z*place.y,v.y,v.z*place.x-v.x*place.y);}
`

export const POT_VERTEX = `${HEAD}${SPIN}
layout(location=0) in vec3 position;layout(location=1) in vec3 normal;layout(location=2) in vec2 uv;layout(location=3) in vec4 open;
uniform mat4 view;
out vec3 P,N;out vec2 T;out float A;invariant gl_Position;
void main(){P=spin(position)*place.z;N=spin(normal);T=uv;A=open.r;gl_Position=view*vec4(P,1);}`

export const DEPTH = `#version 300 es
void main(){}`

/** A triangle that covers the whole image, at the far plane. */
export const FULL_VERTEX = `#version 300 es
out vec2 C;void main(){C=vec2(gl_VertexID&1,gl_VertexID>>1)*4.-1.;gl_Position=vec4(C,1,1);}`

/**
 * `lit`: the share of a lamp that is not in shadow at a point. `glow`: the light of a lamp on a surface there; a lamp that is
 * half below the surface's horizon gives less, not none. `bounce`: the light from table, wall and sky on a surface that faces `n`.
 */
const LIGHT = `
uniform vec3 lamp[3],power[3],axes[9],sh[9];uniform mat4 sun[3];uniform highp sampler2DArrayShadow dark;uniform sampler2D contact;uniform vec4 soft;
float lit(int i,vec3 P){
vec4 s=sun[i]*vec4(P,1);vec3 q=s.xyz/s.w*.5+.5;if(s.w<0.||max(max(abs(q.x-.5),abs(q.y-.5)),q.z-.5)>.5)return 1.;
float a=6.2832*fract(soft.z+52.9829189*fract(dot(gl_FragCoord.xy,vec2(.06711056,.00583715)))),t=0.,n=i==0?soft.y:ceil(soft.y*.5);
for(float k=0.;k<n;k++){float b=a+k*2.39996;t+=texture(dark,vec4(q.xy+vec2(cos(b),sin(b))*sqrt((k+.5)/n)*soft.x,i,q.z-.002));}
return t/n;}
vec3 glow(int i,vec3 P,vec3 N){
vec3 d=lamp[i]-P;float r=dot(d,d);d*=inversesqrt(r);float w=length(axes[i*3])*inversesqrt(r),n=dot(N,d);
n=n>w?n:n<-w?0.:(n+w)*(n+w)/(4.*w);return power[i]*n*max(dot(d,axes[i*3+2]),0.)/r;}
vec3 bounce(vec3 n){return max(vec3(0),sh[0]+sh[1]*n.y+sh[2]*n.z+sh[3]*n.x+sh[4]*n.x*n.y+sh[5]*n.y*n.z+sh[6]*(3.*n.z*n.z-1.)+sh[7]*n.x*n.z+sh[8]*(n.x*n.x-n.y*n.y));}
float open(vec3 P){vec2 c=vec2(P.x*place.x-P.z*place.y,P.z*place.x+P.x*place.y)/place.w;float f=length(c);return mix(texture(contact,c*.5+.5).r,1.,smoothstep(.5,1.,f));}
`

/** The paper roll: a floor, a bend and a wall. */
export const PAPER = `${HEAD}in vec2 C;out vec4 o;uniform vec3 eye,ahead,right,up;${LIGHT}
void main(){
vec3 d=normalize(ahead+right*C.x+up*C.y),N=vec3(0,1,0);float t=-eye.y/d.y;
if(t<0.||eye.z+d.z*t<-1.5){
vec2 c=vec2(eye.z+1.5,eye.y-1.1),e=d.zy;float a=dot(e,e),b=dot(c,e);t=(-b+sqrt(max(0.,b*b-a*(dot(c,c)-1.21))))/a;
vec2 q=c+e*t;N=vec3(0,-q.y/1.1,-q.x/1.1);
if(q.y>0.||q.x>0.){t=(-2.6-eye.z)/d.z;N=vec3(0,0,1);}}
vec3 P=eye+d*t,c=vec3(.745,.7,.637),E=vec3(0);
for(int i=0;i<3;i++)E+=glow(i,P,N)*lit(i,P);
o=vec4(c*(E+bounce(N)*mix(1.,open(P),step(P.y,.001))),1);}`

/**
 * Stone, soil or leaf. Light surfaces darken less by occlusion, because light bounces back and forth between them, as in a
 * white bowl; from below they get only the light that the floor has. A lamp is mirrored at its point nearest to the ray.
 */
export const POT = `${HEAD}in vec3 P,N;in vec2 T;in float A;out vec4 o;uniform sampler2D colour,relief;uniform vec2 look;uniform vec3 eye;${LIGHT}
void main(){
vec3 V=normalize(eye-P),n=normalize(N);if(!gl_FrontFacing)n=-n;vec3 G=n;
if(look.y>0.){vec3 a=dFdx(P),b=dFdy(P);vec2 u=dFdx(T),w=dFdy(T);float d=u.x*w.y-u.y*w.x;
if(abs(d)>1e-12){vec3 x=(a*w.y-b*u.y)*sign(d);x=normalize(x-n*dot(n,x));vec3 m=texture(relief,T,-1.).xyz*2.-1.;n=normalize(x*m.x*look.y+cross(n,x)*m.y*look.y+n*m.z);}}
vec3 c=texture(colour,T,-1.).rgb;float r=look.x,q=r*r,v=max(dot(n,V),.001);
float ao=A*mix(1.,open(P),(.5-.5*n.y)*(1.-smoothstep(0.,.5,P.y)));
vec3 L=bounce(n)*max(vec3(ao),((2.*c-.33)*ao-4.8*c+.64)*ao*ao+(2.75*c+.69)*ao);
vec4 k=r*vec4(-1,-.0275,-.572,.022)+vec4(1,.0425,1.04,-.04);float f=min(k.x*k.x,exp2(-9.28*v))*k.x+k.y;vec2 e=vec2(-1.04,1.04)*f+k.zw;
vec3 R=reflect(-V,n),S=bounce(mix(R,n,q))*(.03*e.x+e.y)*ao;
for(int i=0;i<3;i++){
vec3 g=glow(i,P,n);if(g.r<=0.)continue;g*=lit(i,P+G*.006);L+=g;
vec3 D=lamp[i]-P,X=axes[i*3],Y=axes[i*3+1],B=axes[i*3+2];float t=dot(D,B)/dot(R,B);
if(t>0.){vec3 h=R*t-D;float w=dot(X,X);D+=X*clamp(dot(h,X)/w,-1.,1.)+Y*clamp(dot(h,Y)/w,-1.,1.);}
float z=length(D),p=min(1.,q+length(X)/z/3.);D/=z;vec3 H=normalize(D+V);float s=max(dot(n,H),0.),l=max(dot(n,D),0.);
float d=s*s*(q*q-1.)+1.;d=q*q/(d*d)*q*q/(p*p);
S+=g*d*(.03+.97*pow(1.-max(dot(V,H),0.),5.))*.5/mix(2.*l*v+.001,l+v,q);}
o=vec4(L*c+S,1);}`

/** The share of the sky that a point of the floor sees, one direction at a time. */
export const CONTACT = `${HEAD}in vec2 C;out vec4 o;uniform mat4 sun;uniform highp sampler2DArrayShadow dark;uniform float share;
void main(){vec3 q=(sun*vec4(C.x*place.w,0,C.y*place.w,1)).xyz*.5+.5;float t=0.;
for(int k=0;k<4;k++)t+=texture(dark,vec4(q.xy+vec2(k&1,k>>1)*.008-.004,0,q.z-.004));
o=vec4(share*t*.25);}`

/** The mean of the images so far, with the tone curve of `FILM`. */
export const DEVELOP = `#version 300 es
precision highp float;in vec2 C;out vec4 o;uniform sampler2D image,film;uniform vec4 part;
void main(){vec3 c=texture(image,(C*.5+.5)*part.xy).rgb/part.z,x=(clamp(log2(max(c,1e-5)),-8.,4.)+8.)/12.*.984375+.0078125;
o=vec4(texture(film,vec2(x.r,.5)).r,texture(film,vec2(x.g,.5)).r,texture(film,vec2(x.b,.5)).r,1)+(fract(52.9829189*fract(dot(gl_FragCoord.xy,vec2(.06711056,.00583715))))-.5)/255.;}`
